import type { payoutDecisions } from '@kobo/contract/payout-decisions'
import { stopItems } from '../../engine/bulk/stop-batch.ts'
import { type Decidable, decideOnce } from '../../http/decide-once.ts'
import { formatCount } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'

const batchesInProgress: Decidable<'bulk_batch'> = {
  table: 'bulk_batch',
  called: 'payout batch',
  isOpen: ({ status, decided_at }) => decided_at === null && (status === 'UPLOADED' || status === 'PROCESSING'),
  decision: ({ status, decided_at }) => {
    if (decided_at !== null) return 'stopped'
    return conflict(
      status === 'COMPLETED' ? 'This payout batch is already completed' : 'This payout batch is still being uploaded',
    )
  },
  merchantId: ({ merchant_id }) => merchant_id,
}

/** Stops a batch: its items that are not yet submitted fail with the reason, and the merchant is notified. */
export const stopBatch: Handler<typeof payoutDecisions.stopBulk> = async ({ batchId, reason }, context) => {
  const { db, jobs, now: at } = context
  const decision = { id: batchId, action: 'payout-batch.stop' as const, reason, set: {} }
  const { after } = await decideOnce(context, batchesInProgress, decision, async (batch) => {
    const stoppedItems = await stopItems(db, jobs, { batch, reason, at })
    if (stoppedItems === 0) throw conflict('Every item of this payout batch has already been submitted')
    return { before: { stoppedItems: 0 }, after: { stoppedItems } }
  })
  const { stoppedItems } = after
  const items = stoppedItems === 1 ? '1 item is' : `${formatCount(stoppedItems)} items are`
  return { message: `The batch was stopped: ${items} not sent`, data: { stoppedItems } }
}
