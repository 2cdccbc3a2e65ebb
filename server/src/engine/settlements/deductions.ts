import type { Database } from '../../db/database.ts'
import { disputeHoldsByCollection } from '../disputes/collection-holds.ts'
import { type RefundTotals, refundTotals } from '../refunds/refund-totals.ts'

/** Amounts withheld from a collection's settlement. */
export interface Deductions extends Pick<RefundTotals, 'refundedKobo' | 'unconfirmedKobo'> {
  /** Held by disputes. */
  heldKobo: bigint
}

/** Returns the amounts to withhold from each collection. Collections with nothing withheld are omitted. */
export async function settlementDeductions(
  db: Database,
  transactionIds: readonly string[],
  at: Date,
): Promise<Map<string, Deductions>> {
  const refunded = await refundTotals(db, transactionIds, at)
  const held = await disputeHoldsByCollection(db, transactionIds)
  const deductions = new Map<string, Deductions>()
  for (const id of new Set([...refunded.keys(), ...held.keys()])) {
    const { refundedKobo, unconfirmedKobo } = refunded.get(id) ?? {
      refundedKobo: 0n,
      unconfirmedKobo: 0n,
    }
    deductions.set(id, { refundedKobo, unconfirmedKobo, heldKobo: held.get(id) ?? 0n })
  }
  return deductions
}
