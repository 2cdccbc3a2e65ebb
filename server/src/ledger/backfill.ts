import type { Database, Transaction } from '../db/database.ts'

/** What has been gone through, in `catch_up`. */
export const accountIds = 'transaction.account_id'
export const paidIn = 'transaction.payment_method'
export const paidInCounted = 'virtual accounts counted'
export const pastProfit = 'profit'
/** The clocks of servers differ a little, and an id tells the time of the server that made it. */
const overlapMs = 3_600_000

/** Notes that this release wrote all that there is, so that no repair goes through it. */
export async function noteAllWritten(db: Transaction): Promise<void> {
  const newest = await db.selectFrom('transaction').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const newestTransfer = await db.selectFrom('transfer').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!newest || !newestTransfer) return
  for (const name of [accountIds, paidIn, paidInCounted]) await saveBackfillCursor(db, name, newest.id)
  await saveBackfillCursor(db, pastProfit, newestTransfer.id)
}

/** How far was gone through under a name; null where nothing was. */
export async function reachedBefore(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('catch_up').select('after_id').where('name', '=', name).executeTakeFirst()
  return row?.after_id ?? null
}

/** The id after which it goes on. */
export async function startOf(db: Database, name: string): Promise<string> {
  const reached = await reachedBefore(db, name)
  return reached === null ? '00000000-0000-0000-0000-000000000000' : earlier(reached)
}

/** Notes under a name how far has been gone through, so that no later repair begins anew. */
export async function saveBackfillCursor(db: Database, name: string, after_id: string): Promise<void> {
  await db
    .insertInto('catch_up')
    .values({ name, after_id })
    .onConflict((row) => row.column('name').doUpdateSet({ after_id }))
    .execute()
}

/** The first id of an hour earlier. */
function earlier(id: string): string {
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const hex = Math.max(ms - overlapMs, 0)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
