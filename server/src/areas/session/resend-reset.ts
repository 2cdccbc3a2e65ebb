import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { resendChallenge } from './challenges.ts'

/** Emails another code for a new password. The response is the same whether or not there is one to send. */
export const resendReset: Handler<typeof session.resendReset> = async ({ email }, context) => {
  await context.db.transaction().execute(async (t) => {
    const challenge = await t
      .selectFrom('challenge')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .where('purpose', '=', 'RESET')
      .where('used_at', 'is', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    if (!challenge) throw new HttpError(400, 'wrong_credentials', 'Request a code first')
    await resendChallenge(context, t, challenge.id, 'RESET')
  })
  return { message: 'If this address belongs to an account, a new code is on its way', data: {} }
}
