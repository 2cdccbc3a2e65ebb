import type { notifications } from '@kobo/contract/notifications'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'

/** Marks a notification and all before it as read: those that arrived since the operator looked stay unread. */
export const readAllNotifications: Handler<typeof notifications.readAll> = async ({ upTo }, context) => {
  await requireOwn(context, upTo)
  return await markRead(context, ['<=', upTo])
}

/** Marks one notification as read. */
export const readOneNotification: Handler<typeof notifications.readOne> = async ({ notificationId }, context) => {
  await requireOwn(context, notificationId)
  return await markRead(context, ['=', notificationId])
}

async function requireOwn({ db, staff, mode }: WriteContext, id: string): Promise<void> {
  const own = db
    .selectFrom('notification')
    .select('id')
    .where('id', '=', id)
    .where('staff_id', '=', staff.id)
    .where('mode', '=', mode)
  if (!(await own.executeTakeFirst())) throw notFound('This notification')
}

async function markRead(context: WriteContext, [operator, id]: ['=' | '<=', string]) {
  const { db, staff, mode, now } = context
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ read_at: now.toISOString() })
    .where('staff_id', '=', staff.id)
    .where('mode', '=', mode)
    .where('id', operator, id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  const read = Number(numUpdatedRows)
  await context.audit({ action: 'notification.read', recordType: 'staff', recordId: staff.id, after: { read } })
  const message = read === 1 ? 'Marked as read' : `${read} notifications marked as read`
  return { message, data: { read } }
}
