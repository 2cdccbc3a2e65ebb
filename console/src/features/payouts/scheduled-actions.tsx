import { payoutDecisions } from '@kobo/contract/payout-decisions'
import type { ScheduledPayoutInfo } from '@kobo/contract/payouts'
import { useIsSupported } from '../../api/config.ts'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { statusDisplay, scheduledPayout } from '../../status/statuses.ts'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { panelDate, panelTime } from '../../ui/dates.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { LastDecision } from './last-decision.tsx'
import { PayoutSubject } from './payout-subject.tsx'

interface ScheduledProps {
  payout: ScheduledPayoutInfo
}

/** Cancels a scheduled payout that is not dispatched yet, or shows who cancelled it or what it became. */
export function ScheduledActions({ payout }: ScheduledProps) {
  const isSupported = useIsSupported(payoutDecisions.cancelScheduled)
  const { transactionId } = payout
  return (
    <>
      {transactionId && <TransactionLink transactionId={transactionId} />}
      {/* The reason is one of the fields. */}
      <LastDecision verb="Cancelled" of={payout.decision && { ...payout.decision, reason: null }} />
      <DialogButton
        call={payoutDecisions.cancelScheduled}
        variant="default"
        c="var(--kobo-red)"
        isOffered={isSupported && payout.status === 'NEW'}
        renderDialog={(onClose) => <CancelScheduled payout={payout} onClose={onClose} />}
      >
        Cancel payout
      </DialogButton>
    </>
  )
}

function CancelScheduled({ payout, onClose }: ScheduledProps & { onClose: () => void }) {
  const { id: scheduleId, status, scheduleDate } = payout
  const { label } = statusDisplay(status, scheduledPayout)
  return (
    <ActionDialog
      call={payoutDecisions.cancelScheduled}
      request={(reason) => ({ scheduleId, reason })}
      title="Cancel scheduled payout"
      subject={
        <PayoutSubject
          prompt="Cancel this payout? It will not be sent, and the merchant will be notified of the reason."
          payout={payout}
        >
          {`Scheduled for ${panelDate(scheduleDate)} at ${panelTime(scheduleDate)}`}
        </PayoutSubject>
      }
      action={{ text: 'Cancel payout', busyText: 'Cancelling...', tone: 'decline' }}
      reason={payoutDecisions.cancelScheduled.body.shape.reason}
      blocker={status === 'NEW' ? null : `This payout is now ${label.toLowerCase()}`}
      onClose={onClose}
    />
  )
}
