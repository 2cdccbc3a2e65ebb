import type { Database } from '../../db/database.ts'
import { canRetryPayment } from '../outbound/status-query.ts'

/** What has gone back of a collection. */
export interface RefundTotals {
  /** How many refunds there were, failed ones too. */
  made: number
  /** What has gone back or is on its way. */
  takenKobo: bigint
  /** What may have gone back, since a refund failed without the other side's own word. */
  doubtKobo: bigint
}

/** What has gone back of each of these collections; one without refunds is left out. */
export async function refundTotals(
  db: Database,
  collectionIds: readonly string[],
  at: Date,
): Promise<Map<string, RefundTotals>> {
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('transaction', 'transaction.id', 'refund_transaction_id')
    .selectAll('transaction')
    .select('refund.transaction_id as collection_id')
    .where('refund.transaction_id', '=', (one) => one.fn.any(one.val([...collectionIds])))
    .execute()
  const gone = new Map<string, RefundTotals>()
  for (const { collection_id, ...refund } of refunds) {
    const of = gone.get(collection_id) ?? { made: 0, takenKobo: 0n, doubtKobo: 0n }
    gone.set(collection_id, of)
    of.made += 1
    if (await canRetryPayment(db, refund, at)) continue
    // One that left after it had failed has reached the payer; of another nobody knows yet.
    const isOpen = refund.status === 'FAILED' && refund.asked_until !== null && at < new Date(refund.asked_until)
    if (isOpen) of.doubtKobo += refund.amount_kobo
    else of.takenKobo += refund.amount_kobo
  }
  return gone
}
