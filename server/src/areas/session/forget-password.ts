import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { resendAfterMs, startChallenge } from './codes.ts'

const answer = { message: 'If this address belongs to an account, a code is on its way', data: {} }

/** Mails a code for a new password. The answer is the same whether or not the address is known. */
export const forgetPassword: Handler<typeof session.forgetPassword> = async ({ email: typed }, context) => {
  const email = typed.toLowerCase()
  const { db, now } = context
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'first_name'])
    .where('email', '=', email)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  const recent = await db
    .selectFrom('challenge')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', 'RESET')
    .where('sent_at', '>', new Date(now.getTime() - resendAfterMs).toISOString())
    .executeTakeFirst()
  if (!recent) {
    const to = staff ? { id: staff.id, firstName: staff.first_name } : null
    await db.transaction().execute((t) => startChallenge(context, t, 'RESET', email, to))
  }
  return answer
}
