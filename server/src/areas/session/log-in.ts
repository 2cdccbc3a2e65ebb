import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { isPassword } from '../../http/passwords.ts'
import { wrongCredentials } from '../../http/http-error.ts'
import { isActive } from '../../http/staff.ts'
import { hasFactor } from './factor-codes.ts'
import { startChallenge } from './challenges.ts'
import { nobody } from './codes.ts'
import { recordFailure } from './record-failure.ts'
import { uncountAttempt, countAttempt } from './attempts.ts'

/**
 * Verifies the password and emails a code, unless an app shows it. Unknown addresses, wrong passwords and deactivated accounts
 * get the same response after the same work.
 */
export const logIn: Handler<typeof session.login> = async ({ email: typed, password }, context) => {
  const { db } = context
  const email = typed.toLowerCase()
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'first_name', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  const attempt = await countAttempt(context, 'PASSWORD', email, staff ?? null)
  const isCorrect = await isPassword(staff?.password_hash ?? null, password)
  const challenge = await db.transaction().execute(async (t) => {
    // The password may have changed while it was verified.
    const unchanged = await t
      .selectFrom('staff')
      .select(['id', 'status', 'access_until'])
      .where('id', '=', staff?.id ?? nobody)
      .where('password_hash', '=', staff?.password_hash ?? '')
      .forUpdate()
      .executeTakeFirst()
    if (!staff || !isCorrect || !unchanged || !isActive(unchanged, context.now)) {
      await recordFailure(context, t, attempt, staff ?? null)
      return null
    }
    await uncountAttempt(t, attempt)
    const factor = (await hasFactor(t, staff.id)) ? 'APP' : 'MAIL'
    const to = { id: staff.id, firstName: staff.first_name }
    return { ...(await startChallenge(context, t, 'LOGIN', email, to, factor)), factor }
  })
  if (!challenge) throw wrongCredentials('Email or password is wrong. After ten failures you must wait 30 minutes')
  const { id: challengeId, expiresAt, resendAfter, factor } = challenge
  return {
    message: factor === 'APP' ? 'Your authenticator app shows the code' : 'We have emailed you a code',
    data: { challengeId, email, expiresAt, resendAfter, factor: factor === 'APP' ? 'app' : 'mail' },
  }
}
