import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { resendChallenge } from './challenges.ts'

/** Emails another code for a pending sign-in. */
export const resendLogin: Handler<typeof session.resendLogin> = async ({ challengeId }, context) => {
  const challenge = await context.db.transaction().execute((t) => resendChallenge(context, t, challengeId, 'LOGIN'))
  return {
    message: 'We have emailed you a new code',
    data: {
      challengeId,
      email: challenge.email,
      expiresAt: challenge.expiresAt,
      resendAfter: challenge.resendAfter,
    },
  }
}
