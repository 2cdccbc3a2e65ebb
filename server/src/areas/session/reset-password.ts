import type { session } from '@kobo/contract/session'
import { writeAudit } from '../../db/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { checkNewPassword, hashPassword } from '../../http/passwords.ts'
import { consumeCode } from './codes.ts'
import { endSessions } from './end-sessions.ts'
import { deviceCookie } from './known-device.ts'

/**
 * Sets a new password by the emailed code. Ends all sessions and pending sign-ins of the account. The device becomes a known
 * one, so that a person locked out by others' failures can sign in again.
 */
export const resetPassword: Handler<typeof session.resetPassword> = async ({ email, code, password }, context) => {
  const { now } = context
  checkNewPassword(context.settings, password)
  const passwordHash = await hashPassword(password)
  const device = await consumeCode(context, 'RESET', { email: email.toLowerCase() }, code, async (db, staff) => {
    await db.updateTable('staff').set({ password_hash: passwordHash }).where('id', '=', staff.id).execute()
    await endSessions(db, staff.id, 'PASSWORD', now)
    const by = {
      staffId: staff.id,
      sessionId: null,
      mode: null,
      requestId: context.requestId,
      at: now,
      caller: context.caller,
    }
    await writeAudit(db, by, { action: 'staff.reset-password', recordType: 'staff', recordId: staff.id })
    return deviceCookie(context, { id: staff.id, password_hash: passwordHash })
  })
  return { message: 'Your password was changed. Please sign in', data: {}, device }
}
