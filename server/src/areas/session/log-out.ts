import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'

/** Ends the session on every server immediately. */
export const logOut: Handler<typeof session.logout> = async (_input, { db, sessionId, now, audit }) => {
  await db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: 'LOGOUT' })
    .where('id', '=', sessionId)
    .execute()
  await audit({ action: 'session.end', recordType: 'session', recordId: sessionId })
  return { message: 'You are signed out', data: {}, cookie: 'clear' }
}
