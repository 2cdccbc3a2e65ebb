import { secondFactor } from '@kobo/contract/second-factor'
import type { Member } from '@kobo/contract/team'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { MemberSubject } from './member-subject.tsx'
import { NotYourself } from './not-yourself.tsx'

const title = 'Reset authenticator app'

/** Removes the authenticator app of a member who has lost it, with a reason. */
export function ResetFactor({ row: member, onClose }: { row: Member; onClose: () => void }) {
  return (
    <NotYourself member={member} title={title} onClose={onClose}>
      <ActionDialog
        call={secondFactor.reset}
        request={(reason) => ({ memberId: member.id, reason })}
        title={title}
        subject={
          <MemberSubject
            prompt="Are you sure that this member has lost their authenticator app? They are signed out immediately and sign in with an emailed code again."
            member={member}
          />
        }
        action={{ text: 'Reset', busyText: 'Resetting...', tone: 'decline' }}
        reason={secondFactor.reset.body.shape.reason}
        onClose={onClose}
      />
    </NotYourself>
  )
}
