import type { disputes } from '@kobo/contract/disputes'
import { daysBetween, onDays } from '../../db/days.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { staffName } from '../../http/display.ts'
import { attachmentsOf } from './attachments.ts'

/** Lists a dispute's messages, newest first. */
export const listMessages: Handler<typeof disputes.conversation> = async (input, { db, mode, files, now }) => {
  const { disputeId, startDate, endDate } = input
  await requireInMode({ db, mode }, 'dispute', disputeId)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('dispute_message as t')
      .where('t.dispute_id', '=', disputeId)
      .where(onDays('t.created_at', daysBetween(startDate, endDate)))
    const shown = matching
      .innerJoin('merchant', 'merchant.id', 't.merchant_id')
      .leftJoin('staff', 'staff.id', 't.staff_id')
      .select(['t.id', 't.created_at', 't.subject', 't.message', 't.sender_role as role'])
      .select(['business_name', 'first_name', 'last_name'])
    return { matching, shown: shown.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc') }
  })
  const messageIds = rows.map(({ id }) => id)
  const attachments = await attachmentsOf(db, files, now, { disputeId, messageIds })
  return {
    totalRecords,
    conversation: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      subject: row.subject,
      message: row.message,
      attachments: attachments.get(row.id) ?? [],
      user: authorOf(row),
    })),
  }
}

/** Lists a dispute's activities, newest first. */
export const listActivities: Handler<typeof disputes.activities> = async (input, { db, mode }) => {
  const { disputeId, startDate, endDate } = input
  await requireInMode({ db, mode }, 'dispute', disputeId)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('dispute_activity as t')
      .where('t.dispute_id', '=', disputeId)
      .where(onDays('t.created_at', daysBetween(startDate, endDate)))
    const shown = matching
      .innerJoin('merchant', 'merchant.id', 't.merchant_id')
      .leftJoin('staff', 'staff.id', 't.staff_id')
      .select(['t.id', 't.created_at', 't.status', 't.reason', 't.role'])
      .select(['business_name', 'first_name', 'last_name'])
    return { matching, shown: shown.orderBy('t.created_at', 'desc').orderBy('t.id', 'desc') }
  })
  return {
    totalRecords,
    activities: rows.map((row) => ({
      id: row.id,
      status: row.status,
      reason: row.reason,
      createdAt: row.created_at,
      user: authorOf(row),
    })),
  }
}

interface ActivityAuthor {
  role: string | null
  business_name: string
  first_name: string | null
  last_name: string | null
}

/** Returns null for automatic activities. */
function authorOf({ role, business_name, ...staff }: ActivityAuthor) {
  return role === null ? null : { role, name: role === 'MERCHANT' ? business_name : staffName(staff) }
}
