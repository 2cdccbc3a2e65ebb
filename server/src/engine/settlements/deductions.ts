import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
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

/** Returns the amounts held by disputes, by transaction. Transactions without holds are omitted. */
export async function disputeHoldsByCollection(
  db: Database,
  transactionIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; held: bigint }>`
    select dispute.transaction_id as id, sum(hold.amount_kobo)::bigint as held
    from dispute join hold on hold.dispute_id = dispute.id and hold.status = 'HELD'
    where dispute.transaction_id = any(${transactionIds}::uuid[]) and hold.amount_kobo > 0
    group by dispute.transaction_id
  `.execute(db)
  return new Map(rows.map(({ id, held }) => [id, held]))
}
