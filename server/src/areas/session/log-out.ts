import type { session } from '@kobo/contract/session'
import { endLeases } from '../../engine/work-items/claims.ts'
import type { Handler } from '../../http/handler.ts'

/** Ends the session on every server immediately, and the operator's leases of work items. */
export const logOut: Handler<typeof session.logout> = async (_input, { db, sessionId, staff, now, audit }) => {
  await db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: 'LOGOUT' })
    .where('id', '=', sessionId)
    .execute()
  await endLeases(db, staff.id)
  await audit({ action: 'session.end', recordType: 'session', recordId: sessionId })
  return { message: 'You are signed out', data: {}, cookie: 'clear' }
}
