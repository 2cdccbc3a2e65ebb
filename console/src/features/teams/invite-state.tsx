import { type Invite, invites } from '@kobo/contract/invites'
import { serverNow } from '../../api/clock.ts'
import { useMay } from '../../api/use-may.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { StatusTag } from '../../status/status-tag.tsx'
import { inviteStatus } from '../../status/statuses.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './invite-state.module.css'

/** Whether an invitation was accepted; a pending one can be emailed again. */
export function InviteState({ of: invite }: { of: Invite }) {
  const may = useMay()
  const { state, start } = useApiMutation(invites.send)
  if (invite.consumated) return <StatusTag of="ACCEPTED" map={inviteStatus} />
  const { firstName, lastName, email } = invite
  return (
    <span className={classes.state}>
      {may(invites.send) ? (
        <BusyButton
          variant="default"
          size="compact-xs"
          busy={state === 'sending'}
          busyText="Resending..."
          onClick={() => start({ firstName, lastName, email })}
        >
          resend invite
        </BusyButton>
      ) : (
        !isExpired(invite) && <StatusTag of="PENDING" map={inviteStatus} />
      )}
      {isExpired(invite) && <StatusTag of="EXPIRED" map={inviteStatus} />}
    </span>
  )
}

/** Returns the state as text for exports. */
export function inviteState(invite: Invite): string {
  if (invite.consumated) return 'ACCEPTED'
  return isExpired(invite) ? 'EXPIRED' : 'PENDING'
}

function isExpired({ expiresAt }: Invite): boolean {
  return Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= serverNow()
}
