import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

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
