import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

const maxFailures = 10
const lockMs = 30 * 60_000
const nobody = '00000000-0000-0000-0000-000000000000'

/** Counts a wrong password or code. Ten in a row close the account to sign-in for half an hour; sessions live on. */
export async function countFailure(db: Kysely<Tables>, staffId: string | null, now: Date): Promise<void> {
  const lockedUntil = new Date(now.getTime() + lockMs).toISOString()
  await db
    .updateTable('staff')
    .set({
      failed_attempts: sql<number>`case when failed_attempts + 1 >= ${maxFailures} then 0 else failed_attempts + 1 end`,
      locked_until: sql<
        string | null
      >`case when failed_attempts + 1 >= ${maxFailures} then ${lockedUntil}::timestamptz else locked_until end`,
    })
    // The same statement for an unknown address, so that it takes the same time.
    .where('id', '=', staffId ?? nobody)
    .execute()
}

export function isLocked(lockedUntil: string | null, now: Date): boolean {
  return lockedUntil !== null && Date.parse(lockedUntil) > now.getTime()
}
