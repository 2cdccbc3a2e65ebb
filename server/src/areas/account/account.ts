import type { account } from '@kobo/contract/account'
import type { Handler } from '../../http/handler.ts'
import { deviceName } from './device-name.ts'

/** More sessions than anyone has. Beyond this limit only the most recently used are shown. */
const shownAtMost = 100

/** Lists the operator's active sessions, most recently used first. */
export const ownSessions: Handler<typeof account.sessions> = async (
  _input,
  { db, staff, sessionId, settings, now },
) => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'seen_at'])
    .where('staff_id', '=', staff.id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now.toISOString())
    .where('seen_at', '>=', new Date(now.getTime() - settings.sessionIdleMs).toISOString())
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownAtMost)
    .execute()
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      address: row.address,
      createdAt: row.created_at,
      seenAt: row.seen_at,
      isThis: row.id === sessionId,
    })),
  }
}
