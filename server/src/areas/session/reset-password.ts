import type { session } from '@kobo/contract/session'
import { writeAudit } from '../../http/audit.ts'
import type { Handler } from '../../http/handler.ts'
import { Refusal } from '../../http/refusal.ts'
import { useCode } from './codes.ts'
import { checkNewPassword, hashPassword } from '../../http/passwords.ts'

/** Chooses a new password with the mailed code. Every session of the account ends. */
export const resetPassword: Handler<typeof session.resetPassword> = async ({ email, code, password }, context) => {
  const { now } = context
  checkNewPassword(context.settings, password)
  const passwordHash = await hashPassword(password)
  const result = await context.db.transaction().execute(async (db) => {
    const used = await useCode(context, db, { email: email.toLowerCase(), purpose: 'RESET' }, code)
    if (used instanceof Refusal) return used
    await db
      .updateTable('staff')
      .set({ password_hash: passwordHash, failed_attempts: 0, locked_until: null })
      .where('id', '=', used.staffId)
      .execute()
    await db
      .updateTable('session')
      .set({ ended_at: now.toISOString(), end_reason: 'PASSWORD' })
      .where('staff_id', '=', used.staffId)
      .where('ended_at', 'is', null)
      .execute()
    const by = { staffId: used.staffId, sessionId: null, mode: null, requestId: context.requestId, at: now }
    await writeAudit(db, by, { action: 'staff.reset-password', recordType: 'staff', recordId: used.staffId })
    return null
  })
  if (result) throw result
  return { message: 'Your password was changed. Please sign in', data: {} }
}
