import { type Member, team } from '@kobo/contract/team'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { MemberSubject } from './member-subject.tsx'
import { NotYourself } from './not-yourself.tsx'

const deactivate = {
  status: 'INACTIVE',
  title: 'Deactivate member',
  prompt: 'Are you sure you want to deactivate this member? They are signed out immediately and cannot sign in again.',
  action: { text: 'Deactivate', busyText: 'Deactivating...', tone: 'decline' },
} as const

const activate = {
  status: 'ACTIVE',
  title: 'Activate member',
  prompt: 'Are you sure you want to activate this member? They can sign in again with their existing password.',
  action: { text: 'Activate', busyText: 'Activating...' },
} as const

/** Revokes or restores a member's access with a reason. */
export function ChangeAccess({ row: member, onClose }: { row: Member; onClose: () => void }) {
  const { status, title, prompt, action } = member.status === 'ACTIVE' ? deactivate : activate
  return (
    <NotYourself member={member} title={title} onClose={onClose}>
      <ActionDialog
        call={team.changeMember}
        request={(reason) => ({ memberId: member.id, status, reason })}
        title={title}
        subject={<MemberSubject prompt={prompt} member={member} />}
        action={action}
        reason={team.changeMember.body.shape.reason}
        onClose={onClose}
      />
    </NotYourself>
  )
}
