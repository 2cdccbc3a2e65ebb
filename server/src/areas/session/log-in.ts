import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { wrongCredentials } from '../../http/refusal.ts'
import { startChallenge } from './codes.ts'
import { countFailure, isLocked } from './lock-out.ts'
import { isPassword } from '../../http/passwords.ts'

/** Checks the password and mails a code. Unknown, wrong and closed all sound the same from outside. */
export const logIn: Handler<typeof session.login> = async ({ email: typed, password }, context) => {
  const { db, now } = context
  const email = typed.toLowerCase()
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'first_name', 'password_hash', 'status', 'locked_until'])
    .where('email', '=', email)
    .executeTakeFirst()
  const right = await isPassword(staff?.password_hash ?? null, password)
  const locked = isLocked(staff?.locked_until ?? null, now)
  if (!staff || !right || locked || staff.status !== 'ACTIVE') {
    await countFailure(db, locked ? null : (staff?.id ?? null), now)
    throw wrongCredentials('Email or password is wrong. Ten failures close an account for 30 minutes')
  }
  const challenge = await db
    .transaction()
    .execute((t) => startChallenge(context, t, 'LOGIN', email, { id: staff.id, firstName: staff.first_name }))
  return {
    message: 'We have mailed you a code',
    data: { challengeId: challenge.id, email, expiresAt: challenge.expiresAt, resendAfter: challenge.resendAfter },
  }
}
