import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/**
 * What an account has received since an instant. Its balance less that is what is left of the balance of that instant, since
 * what was paid out meanwhile counts as paid of the oldest money. Read after the balance, so that what comes in between makes
 * the difference smaller and never larger.
 */
export async function receivedSince(db: Transaction, accountId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo from entry
    where account_id = ${accountId} and at >= ${at.toISOString()} and amount_kobo > 0`.execute(db)
  return rows[0]?.kobo ?? 0n
}
