import type { account } from '@kobo/contract/account'
import type { Handler } from '../../http/handler.ts'
import { HttpError, unprocessable } from '../../http/http-error.ts'

/** Ends another session of the operator, whose next call is then rejected. */
export const endSession: Handler<typeof account.endSession> = async (input, { db, staff, sessionId, now, audit }) => {
  if (input.sessionId === sessionId) throw unprocessable('This is your current session. Log out to end it')
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now.toISOString(), end_reason: 'ELSEWHERE' })
    .where('id', '=', input.sessionId)
    .where('staff_id', '=', staff.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new HttpError(404, 'not_found', 'This session was not found. It may already have ended')
  await audit({ action: 'session.end', recordType: 'session', recordId: ended.id })
  return { message: 'The session was ended', data: {} }
}
