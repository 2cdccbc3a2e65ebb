import type { account } from '@kobo/contract/account'
import type { PreparedWrite } from '../../http/handler.ts'
import { checkNewPassword, hashPassword } from '../../http/passwords.ts'
import { badRequest, conflict } from '../../http/http-error.ts'
import { endSessions } from '../session/end-sessions.ts'
import { deviceCookie } from '../session/known-device.ts'
import { reauthenticateByPassword } from '../session/reauthenticate.ts'
import { notifyOwner } from '../session/notify-owner.ts'

/**
 * Changes the operator's password after verifying the old one. Ends all other sessions and pending sign-ins of the account.
 * This device stays known, although a new password turns every other device into an unknown one.
 */
export const changePassword: PreparedWrite<typeof account.changePassword> = {
  async prepare({ oldPassword, password }, context) {
    checkNewPassword(context.settings, password)
    if (password === oldPassword) {
      const message = 'The new password must differ from the old one'
      throw badRequest(message, { password: message })
    }
    const wrong = { field: 'oldPassword', message: 'The old password is wrong' }
    const { passwordHash } = await reauthenticateByPassword(context, oldPassword, wrong)
    const newHash = await hashPassword(password)
    return async (writeContext) => {
      const { db, staff, sessionId, now, audit } = writeContext
      const changed = await db
        .updateTable('staff')
        .set({ password_hash: newHash })
        .where('id', '=', staff.id)
        .where('password_hash', '=', passwordHash)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw conflict('Your password has just been changed in another session')
      await endSessions(db, staff.id, 'PASSWORD', now, { except: sessionId })
      await audit({ action: 'staff.change-password', recordType: 'staff', recordId: staff.id })
      await notifyOwner(writeContext, db, staff, {
        subject: 'Your Kobo Console password was changed',
        text: `your password was changed from ${writeContext.caller.address}, and you were signed out everywhere else.`,
      })
      const device = deviceCookie(writeContext, { id: staff.id, password_hash: newHash })
      return { message: 'Your password was changed', data: {}, device }
    }
  },
}
