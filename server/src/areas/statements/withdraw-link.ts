import { lagosTime } from '@kobo/contract/kit/day'
import type { statements } from '@kobo/contract/statements'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict, HttpError, notFound } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { requireReadable } from '../record-access.ts'

/** Withdraws the link of an emailed statement; one that is not emailed yet is not sent. */
export const withdrawLink: Handler<typeof statements.withdraw> = async ({ messageId }, context) => {
  const { db, staff, now } = context
  const message = await requireInMode(context, 'record_message', messageId, { called: 'emailed statement' })
  const missing = notFound('This emailed statement')
  await requireReadable(context, 'merchant', message.merchant_id).catch((error: unknown) => {
    throw error instanceof HttpError ? missing : error
  })
  const link = await db
    .selectFrom('statement_link')
    .leftJoin('staff', 'staff.id', 'withdrawn_by')
    .select(['message_id', 'start_day', 'end_day', 'expires_at', 'withdrawn_at', 'first_name', 'last_name'])
    .where('message_id', '=', message.id)
    .forUpdate('statement_link')
    .executeTakeFirst()
  if (!link) throw missing
  if (link.withdrawn_at !== null) {
    throw conflict(`${staffName(link)} withdrew this link on ${lagosTime(new Date(link.withdrawn_at))}`)
  }
  if (link.expires_at !== null && Date.parse(link.expires_at) <= now.getTime()) {
    throw conflict('This link has expired already')
  }
  await db
    .updateTable('statement_link')
    .set({ withdrawn_at: now.toISOString(), withdrawn_by: staff.id })
    .where('message_id', '=', link.message_id)
    .execute()
  await context.audit({
    action: 'statement.withdraw',
    recordType: 'merchant',
    recordId: message.merchant_id,
    merchantId: message.merchant_id,
    after: { startDate: link.start_day, endDate: link.end_day },
  })
  return { message: 'The link has been withdrawn', data: {} }
}
