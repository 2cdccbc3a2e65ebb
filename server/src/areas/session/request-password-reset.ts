import type { session } from '@kobo/contract/session'
import { sql } from 'kysely'
import type { Handler } from '../../http/handler.ts'
import { resendAfterMs, startChallenge } from './challenges.ts'

const response = { message: 'If this address belongs to an account, a code is on its way', data: {} }

/** Emails a code for a new password. Response and work are the same whether or not the address is known. */
export const forgetPassword: Handler<typeof session.forgetPassword> = async ({ email: typed }, context) => {
  const email = typed.toLowerCase()
  const { db, now } = context
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'first_name'])
    .where('email', '=', email)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  await db.transaction().execute(async (t) => {
    // Of concurrent requests the first sends the email, and the others do not wait for it.
    const lock = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`forget ${email}`}, 0)) as free`.execute(t)
    if (!lock.rows[0]?.free) return
    const recent = await t
      .selectFrom('challenge')
      .select('id')
      .where('email', '=', email)
      .where('purpose', '=', 'RESET')
      .where('sent_at', '>', new Date(now.getTime() - resendAfterMs).toISOString())
      .executeTakeFirst()
    if (recent) return
    const to = staff ? { id: staff.id, firstName: staff.first_name } : null
    await startChallenge(context, t, 'RESET', email, to)
  })
  return response
}
