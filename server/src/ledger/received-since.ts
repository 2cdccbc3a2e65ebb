import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/**
 * Amount that an account has received since an instant. Its balance less this amount is the remainder of the balance of that
 * instant, since payments use the oldest money first. Read after the balance, so that money arriving in between makes the
 * difference smaller and never larger.
 */
export async function receivedSince(db: Transaction, accountId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo from entry
    where account_id = ${accountId} and at >= ${at.toISOString()} and amount_kobo > 0`.execute(db)
  return rows[0]?.kobo ?? 0n
}
