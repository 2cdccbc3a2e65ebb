import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'

/** Changes the mode of this session and of the person's next ones. */
export const changeMode: Handler<typeof session.changeMode> = async (
  { mode },
  { db, staff, sessionId, audit, ...was },
) => {
  // Locks the person's row first, as everywhere, so that a concurrent reset waits instead of failing.
  await db.updateTable('staff').set({ mode }).where('id', '=', staff.id).execute()
  await db.updateTable('session').set({ mode }).where('id', '=', sessionId).execute()
  await audit({
    action: 'session.change-mode',
    recordType: 'session',
    recordId: sessionId,
    before: { mode: was.mode },
    after: { mode },
  })
  return { message: 'Mode changed successfully', data: { mode }, mode }
}
