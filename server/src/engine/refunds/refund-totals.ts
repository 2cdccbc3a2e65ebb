import type { Database } from '../../db/database.ts'
import { canRetryPayment } from '../outbound/status-query.ts'

/** Refund totals of a collection. */
export interface RefundTotals {
  /** Number of refunds, including failed ones. */
  made: number
  /** Refunded or in progress. */
  refundedKobo: bigint
  /** Possibly refunded: the refund failed, and the provider has not confirmed the failure. */
  unconfirmedKobo: bigint
}

/** Returns the refund totals of each collection. Collections without refunds are omitted. */
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
    .where('refund.transaction_id', '=', (eb) => eb.fn.any(eb.val([...collectionIds])))
    .execute()
  const totals = new Map<string, RefundTotals>()
  for (const { collection_id, ...refund } of refunds) {
    const total = totals.get(collection_id) ?? { made: 0, refundedKobo: 0n, unconfirmedKobo: 0n }
    totals.set(collection_id, total)
    total.made += 1
    if (await canRetryPayment(db, refund, at)) continue
    // Still unconfirmed. Any other refund here is in progress, succeeded, or was paid after it had failed.
    const isOpen = refund.status === 'FAILED' && refund.asked_until !== null && at < new Date(refund.asked_until)
    if (isOpen) total.unconfirmedKobo += refund.amount_kobo
    else total.refundedKobo += refund.amount_kobo
  }
  return totals
}
