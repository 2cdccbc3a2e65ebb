import { otherMode } from '@kobo/contract/kit/mode'
import { mostUnread, type Notification, type notifications } from '@kobo/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { nameRecords } from '../record-access.ts'
import { notificationTitle } from './notification-title.ts'
import { isReadableBy } from './readers.ts'

/** Lists the operator's notifications of their mode, newest first. */
export const listNotifications: Handler<typeof notifications.list> = async (input, context) => {
  const { db } = context
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const own = ownNotifications({ ...context, db: snapshot })
    const matching = input.state === 'UNREAD' ? own.where('read_at', 'is', null) : own
    return {
      matching,
      shown: matching.selectAll().select(namesOfFacts).orderBy('notification.id', 'desc'),
    }
  })
  const shown = await withTitles(db, rows)
  return { total: totalRecords, notifications: shown, ...(await countUnread(context)) }
}

/** Returns one of the operator's notifications of their mode. */
export const notificationInfo: Handler<typeof notifications.info> = async ({ notificationId }, context) => {
  const rows = await ownNotifications(context)
    .where('notification.id', '=', notificationId)
    .selectAll()
    .select(namesOfFacts)
    .execute()
  const [notification] = await withTitles(context.db, rows)
  if (!notification) throw notFound('This notification')
  return { notification }
}

/** Selects the operator's notifications of their mode about records that their role may read. */
function ownNotifications({ db, staff, mode }: Pick<ReadContext, 'db' | 'staff' | 'mode'>) {
  return db
    .selectFrom('notification')
    .where('notification.staff_id', '=', staff.id)
    .where('notification.mode', '=', mode)
    .where(isReadableBy(staff, 'notification'))
}

/** Counts the operator's unread notifications in both modes. */
export const countNotifications: Handler<typeof notifications.counts> = (_input, context) => countUnread(context)

/** Names of the colleague and the merchant whom the facts of a notification refer to. */
export const namesOfFacts = [
  sql<string | null>`(select concat_ws(' ', first_name, last_name) from staff where id::text = facts ->> 'by')`.as(
    'by_name',
  ),
  sql<string | null>`(select business_name from merchant where id::text = facts ->> 'merchantId')`.as('merchant_name'),
] as const

interface NotificationRow {
  id: string
  kind: string
  at: string
  read_at: string | null
  record_type: string
  record_id: string
  facts: unknown
  by_name: string | null
  merchant_name: string | null
}

/** Returns notifications with their sentences and with what the addresses of their records are made of. One statement. */
export async function withTitles(db: Database, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const records = await nameRecords(db, rows)
  return rows.map((row) => {
    const { record_type: type, record_id: id } = row
    const record = records.get(`${type} ${id}`)
    return {
      id: row.id,
      kind: row.kind,
      at: row.at,
      readAt: row.read_at,
      title: notificationTitle({ ...row, record_name: record?.name ?? null }),
      record: { type, id, ...record },
    }
  })
}

async function countUnread({ db, staff, mode }: ReadContext): Promise<{ unread: number; unreadElsewhere: number }> {
  const unreadIn = (shown: string): RawBuilder<number> => sql<number>`(
    select count(*)::int from (
      select from notification
      where staff_id = ${staff.id} and mode = ${shown} and read_at is null and ${isReadableBy(staff, 'notification')}
      limit ${mostUnread}) as unread)`
  const { rows } = await sql<{ unread: number; elsewhere: number }>`
    select ${unreadIn(mode)} as unread, ${unreadIn(otherMode(mode))} as elsewhere`.execute(db)
  const [{ unread, elsewhere } = { unread: 0, elsewhere: 0 }] = rows
  return { unread, unreadElsewhere: elsewhere }
}
