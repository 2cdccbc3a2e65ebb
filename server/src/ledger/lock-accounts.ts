import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Locks accounts in the order of their ids, before a transaction changes them in one or several steps: the steps alone would deadlock. */
export async function lockAccounts(db: Transaction, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`select from account where id = any(${accountIds}::uuid[]) order by id for no key update`.execute(db)
}
