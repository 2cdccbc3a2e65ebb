import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'

const addressIntervalMs = 5 * 60_000
const operatorIntervalMs = 5_000

/**
 * Records that an invite is emailed, and rejects it if one was emailed a short while ago to the same address or by the same
 * operator. The caller has just written the invite, so its row is locked.
 */
export async function spaceInvites(
  db: Transaction,
  { email, staffId, now }: { email: string; staffId: string; now: Date },
): Promise<void> {
  const last = await db.selectFrom('invite').select('mailed_at').where('email', '=', email).executeTakeFirst()
  const addressWaitMs = waitMs(last?.mailed_at, addressIntervalMs, now)
  if (addressWaitMs > 0) throw tooSoon(`${email} was emailed an invite less than 5 minutes ago`, addressWaitMs, 'email')
  const key = `invites of ${staffId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const lastOfOperator = await db
    .selectFrom('invite')
    .select('mailed_at')
    .where('mailed_by', '=', staffId)
    .orderBy('mailed_at', 'desc')
    .executeTakeFirst()
  const operatorWaitMs = waitMs(lastOfOperator?.mailed_at, operatorIntervalMs, now)
  if (operatorWaitMs > 0) throw tooSoon('You sent another invite less than 5 seconds ago', operatorWaitMs)
  const mailed = { mailed_at: now.toISOString(), mailed_by: staffId }
  await db.updateTable('invite').set(mailed).where('email', '=', email).execute()
}

function waitMs(mailedAt: string | null | undefined, intervalMs: number, now: Date): number {
  if (!mailedAt) return 0
  // An earlier call may have waited for a later one, so `mailedAt` can be after `now`.
  return Math.min(intervalMs, Date.parse(mailedAt) + intervalMs - now.getTime())
}

function tooSoon(reason: string, leftMs: number, field?: string): HttpError {
  const seconds = Math.ceil(leftMs / 1000)
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
  const message = `${reason}. Nothing was sent. Try again in ${wait}`
  return new HttpError(429, 'too_many_requests', message, {
    retryAfterSeconds: seconds,
    ...(field !== undefined && { fields: { [field]: message } }),
  })
}
