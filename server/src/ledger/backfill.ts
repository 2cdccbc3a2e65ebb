import type { Database, Transaction } from '../db/database.ts'
import { firstIdAt } from '../uuid.ts'

/** Names of the backfills in `catch_up`. */
export const accountIds = 'transaction.account_id'
export const paidIn = 'transaction.payment_method'
export const paidInCounted = 'virtual accounts counted'
export const pastProfit = 'profit'
/** Ids contain the time of the server that created them, and the clocks of servers differ slightly. */
const overlapMs = 3_600_000

/** Marks all rows as written by this release, so that no backfill scans them. */
export async function markAllBackfilled(db: Transaction): Promise<void> {
  const newest = await db.selectFrom('transaction').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const newestTransfer = await db.selectFrom('transfer').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!newest || !newestTransfer) return
  for (const name of [accountIds, paidIn, paidInCounted]) await saveBackfillCursor(db, name, newest.id)
  await saveBackfillCursor(db, pastProfit, newestTransfer.id)
}

/** Returns the cursor of a backfill; null if it has never run. */
export async function backfillCursor(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('catch_up').select('after_id').where('name', '=', name).executeTakeFirst()
  return row?.after_id ?? null
}

/** The id after which a backfill continues. */
export async function startCursor(db: Database, name: string): Promise<string> {
  const reached = await backfillCursor(db, name)
  return reached === null ? '00000000-0000-0000-0000-000000000000' : hourEarlier(reached)
}

/** Stores a backfill's cursor, so that no later repair starts over. */
export async function saveBackfillCursor(db: Database, name: string, after_id: string): Promise<void> {
  await db
    .insertInto('catch_up')
    .values({ name, after_id })
    .onConflict((row) => row.column('name').doUpdateSet({ after_id }))
    .execute()
}

/** The first id of an hour earlier. */
function hourEarlier(id: string): string {
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return firstIdAt(ms - overlapMs)
}
