import type { Database } from '../../db/database.ts'
import { disputeHoldsByCollection } from '../disputes/collection-holds.ts'
import { type RefundTotals, refundTotals } from '../refunds/refund-totals.ts'

/** What of a collection is not settled. */
export interface Deductions extends Pick<RefundTotals, 'takenKobo' | 'doubtKobo'> {
  /** What disputes hold of it. */
  heldKobo: bigint
}

/** What of each of a merchant's collections is not settled; one of which all is settled is left out. */
export async function settlementDeductions(
  db: Database,
  transactionIds: readonly string[],
  at: Date,
): Promise<Map<string, Deductions>> {
  const gone = await refundTotals(db, transactionIds, at)
  const held = await disputeHoldsByCollection(db, transactionIds)
  const all = new Map<string, Deductions>()
  for (const id of new Set([...gone.keys(), ...held.keys()])) {
    const { takenKobo, doubtKobo } = gone.get(id) ?? { takenKobo: 0n, doubtKobo: 0n }
    all.set(id, { takenKobo, doubtKobo, heldKobo: held.get(id) ?? 0n })
  }
  return all
}
