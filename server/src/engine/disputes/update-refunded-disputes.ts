import type { Database, Transaction } from '../../db/database.ts'
import { moveHoldToDispute } from '../../ledger/dispute-holds.ts'
import type { FinalState } from '../outbound/outbound-leg.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { recordActivity } from './dispute-row.ts'
import { refundArrived, refundFailed } from './dispute-messages.ts'

/** Returns the refunds still covered by a hold that came from a dispute: transaction ID to dispute ID. */
export async function disputeFundedRefunds(
  db: Database,
  rows: readonly Pick<TransactionRow, 'id' | 'category'>[],
): Promise<Map<string, string>> {
  const refunds = rows.filter(({ category }) => category === 'REFUND').map(({ id }) => id)
  if (refunds.length === 0) return new Map()
  const found = await db
    .selectFrom('refund')
    .innerJoin('hold', 'hold.transaction_id', 'refund_transaction_id')
    .select(['refund_transaction_id', 'refund.dispute_id'])
    .where('refund_transaction_id', 'in', refunds)
    .where('refund.dispute_id', 'is not', null)
    .where('hold.status', '=', 'HELD')
    .execute()
  return new Map(found.map((row) => [row.refund_transaction_id, row.dispute_id ?? '']))
}

/** Applies the final state of refunds to their disputes. If a refund failed, the dispute holds the funds again. */
export async function updateRefundedDisputes(db: Transaction, ends: readonly FinalState[]): Promise<void> {
  const held = await disputeFundedRefunds(
    db,
    ends.map(({ row }) => row),
  )
  for (const { row, status, problem, at } of ends) {
    const disputeId = held.get(row.id)
    if (disputeId === undefined) continue
    const failed = status === 'FAILED'
    const amountKobo = failed ? await moveHoldToDispute(db, { disputeId, transactionId: row.id, at }) : row.amount_kobo
    const sentence = failed ? refundFailed(amountKobo, problem) : refundArrived(amountKobo)
    const dispute = await db
      .updateTable('dispute')
      .set({ alert: failed ? sentence : null })
      .where('id', '=', disputeId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordActivity(db, dispute, { reason: sentence, by: null, at })
  }
}
