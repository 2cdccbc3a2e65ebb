import { payoutDecisions } from '@kobo/contract/payout-decisions'
import type { BulkBatch, PayoutDecision } from '@kobo/contract/payouts'
import { formatNaira } from '../../../money/naira.tsx'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { decidedMeanwhile } from '../../../record/decision.tsx'
import { Subject } from '../../../record/subject.tsx'
import { formatCount } from '../../../ui/format-count.ts'

interface StopBatchProps {
  batch: BulkBatch
  unsent: { items: number; amount: number }
  stop: PayoutDecision | null | undefined
  onClose: () => void
}

/** Stops a batch, with a reason for the merchant. */
export function StopBatch({ batch, unsent, stop, onClose }: StopBatchProps) {
  const items = unsent.items === 1 ? '1 item' : `${formatCount(unsent.items)} items`
  return (
    <ActionDialog
      call={payoutDecisions.stopBulk}
      request={(reason) => ({ batchId: batch.id, reason })}
      title="Stop batch"
      subject={
        <Subject
          prompt="Stop this batch? Items that are not sent yet will fail with the reason, of which the merchant will be notified. Payouts in progress run to completion. This cannot be undone."
          name={batch.batchReference}
        >
          <div>{batch.merchant?.businessName}</div>
          <div>{`Not sent yet: ${items}, ${formatNaira(unsent.amount)}`}</div>
        </Subject>
      }
      action={{ text: 'Stop batch', busyText: 'Stopping...', tone: 'decline' }}
      reason={payoutDecisions.stopBulk.body.shape.reason}
      blocker={blockerOf({ unsent, stop })}
      onClose={onClose}
    />
  )
}

function blockerOf({ unsent, stop }: Pick<StopBatchProps, 'unsent' | 'stop'>): string | null {
  if (stop) return decidedMeanwhile('STOPPED', stop.staffName)
  return unsent.items === 0 ? 'Every item was sent in the meantime' : null
}
