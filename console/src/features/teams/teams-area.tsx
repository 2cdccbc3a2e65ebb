import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { inviteList } from './invite-list.tsx'
import { memberList } from './member-list.tsx'

const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx'), 'InviteDialog', { over: true })

export const tabs: ListTabs = [listTab('invites', inviteList), listTab('members', memberList)]

/** Button beside the title. */
export function Actions() {
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconUserPlus size={17} stroke={1.5} />}
        onClick={() => setInviting(true)}
        {...preloadOnIntent(InviteDialog.load)}
      >
        Invite Teams
      </Button>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
