import type { secondFactor } from '@kobo/contract/second-factor'
import type { PreparedWrite } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { voidChallenges } from '../session/end-sessions.ts'
import { lockOwner, reauthenticateByCode, reauthenticateByPassword } from '../session/reauthenticate.ts'
import { notifyOwner } from '../session/notify-owner.ts'
import { hasFactor } from '../session/factor-codes.ts'

/** Disables the authenticator app and returns to emailed codes, after both factors have been verified. */
export const disableFactor: PreparedWrite<typeof secondFactor.turnOff> = {
  async prepare({ password, code }, context) {
    await reauthenticateByPassword(context, password, { field: 'password', message: 'The password is wrong' })
    await reauthenticateByCode(context, code)
    return async (writeContext) => {
      const { db, staff, now, audit } = writeContext
      await lockOwner(db, staff.id)
      if (!(await hasFactor(db, staff.id))) throw conflict('The authenticator app is not enabled')
      await db.deleteFrom('second_factor').where('staff_id', '=', staff.id).execute()
      await voidChallenges(db, staff.id, now)
      await audit({ action: 'second-factor.turn-off', recordType: 'staff', recordId: staff.id })
      await notifyOwner(writeContext, db, staff, {
        subject: 'Your Kobo Console account no longer requires an authenticator app',
        text: 'sign-in now requires an emailed code again, not a code from your authenticator app.',
      })
      return { message: 'Sign-in now requires an emailed code', data: {} }
    }
  },
}
