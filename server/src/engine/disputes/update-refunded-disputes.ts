import type { Transaction } from '../../db/database.ts'
import { disputeFundedRefunds, moveHoldToDispute } from '../../ledger/dispute-holds.ts'
import type { FinalState } from '../outbound/outbound-leg.ts'
import { recordActivity } from './dispute-row.ts'
import { refundArrived, refundFailed } from './dispute-messages.ts'

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
