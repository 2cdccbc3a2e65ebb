import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { inviteList } from './invite-list.tsx'
import { memberList } from './member-list.tsx'

const InviteDialog = lazyComponent(() => import('./invite-dialog.tsx'), 'InviteDialog', { over: true })

export const tabs: ListTabs = [listTab('invites', inviteList), listTab('members', memberList)]

/** Page of team members and invitations. */
export function TeamsPage() {
  return <ListPage title="Teams" tabs={tabs} actions={<InviteTeams />} />
}

function InviteTeams() {
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
