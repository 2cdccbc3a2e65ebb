import type { secondFactor } from '@kobo/contract/second-factor'
import type { Handler } from '../../http/handler.ts'
import { conflict, unprocessable, wrongCredentials } from '../../http/http-error.ts'
import { voidChallenges } from '../session/end-sessions.ts'
import { lockOwner } from '../session/reauthenticate.ts'
import { notifyOwner } from '../session/notify-owner.ts'
import { makeRecoveryCodes, stepOf } from '../session/factor-codes.ts'

/** Requires the app at every sign-in from now on, once a code has proved that it holds the secret. */
export const enableFactor: Handler<typeof secondFactor.turnOn> = async ({ code }, context) => {
  const { db, staff, now, audit } = context
  await lockOwner(db, staff.id)
  const factor = await db
    .selectFrom('second_factor')
    .select(['staff_id', 'sealed_secret', 'confirmed_at'])
    .where('staff_id', '=', staff.id)
    .executeTakeFirst()
  if (!factor) throw unprocessable('Set up the authenticator app first')
  if (factor.confirmed_at !== null) throw conflict('The authenticator app is already enabled')
  const step = stepOf(context, factor, code)
  if (step === null) {
    const message = 'The code is wrong. Check that the clock of your phone is right'
    throw wrongCredentials(message, { code: message })
  }
  await db
    .updateTable('second_factor')
    .set({ confirmed_at: now.toISOString(), last_step: BigInt(step) })
    .where('staff_id', '=', staff.id)
    .execute()
  const recoveryCodes = await makeRecoveryCodes(context, db, staff.id)
  // A code that was emailed before would still open a session without the app.
  await voidChallenges(db, staff.id, now)
  await audit({ action: 'second-factor.turn-on', recordType: 'staff', recordId: staff.id })
  await notifyOwner(context, db, staff, {
    subject: 'Your Kobo Console account now requires an authenticator app',
    text: 'every sign-in now requires a code from your authenticator app. Codes are no longer emailed.',
  })
  return { message: 'Sign-in now requires your authenticator app', data: { recoveryCodes }, secret: true }
}
