import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Makes the COMMIT of this transaction wait until everything committed before it is as durable as a new write: with a synchronous
 * replica, until the replica has it. Called before an earlier write is confirmed from what was read, which after the crash of a
 * primary may be on its own disk alone.
 */
export async function confirmEarlierCommits(db: Transaction): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'kobo', '')`.execute(db)
}
