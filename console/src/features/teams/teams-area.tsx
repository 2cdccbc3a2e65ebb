import { invites } from '@kobo/contract/invites'
import { IconUserPlus } from '@tabler/icons-react'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { inviteList } from './invite-list.tsx'
import { memberList } from './member-list.tsx'

const RolesTab = lazyComponent(() => import('./roles/roles-tab.tsx'), 'RolesTab')
const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx'), 'InviteDialog', { over: true })

export const tabs: ListTabs = [
  listTab('invites', inviteList),
  listTab('members', memberList),
  { status: 'roles', label: 'Roles', content: <RolesTab />, addition: true },
]

/** Button beside the title. */
export function Actions() {
  return (
    <DialogButton
      call={invites.send}
      icon={IconUserPlus}
      load={InviteDialog.load}
      renderDialog={(onClose) => <InviteDialog onClose={onClose} />}
    >
      Invite Teams
    </DialogButton>
  )
}
