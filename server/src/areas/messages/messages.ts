import type { Message, messages } from '@kobo/contract/messages'
import { sql } from 'kysely'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { retryLimits } from '../../jobs/job-kinds.ts'
import { requireReadable } from '../record-access.ts'
import { readMessagedRecord } from './recipients.ts'

const mailRetryMs = retryLimits.mail.tryForHours * 3_600_000

/** Lists the messages about a record, newest first, with what became of each. */
export const listRecordMessages: Handler<typeof messages.list> = async (input, context) => {
  const { mode, db, now } = context
  const recordId = await requireReadable(context, input.recordType, input.recordId)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('record_message as message')
      .where('message.mode', '=', mode)
      .where('message.record_type', '=', input.recordType)
      .where('message.record_id', '=', recordId)
    return {
      matching,
      shown: matching
        .innerJoin('staff as author', 'author.id', 'message.staff_id')
        .leftJoin('webhook_event as event', 'event.id', 'message.webhook_event_id')
        .select(['message.id', 'message.at', 'message.recipient', 'message.subject', 'message.text'])
        .select(['message.email', 'message.mailed_at', 'event.status as webhook_state'])
        .select(sql<string>`concat_ws(' ', author.first_name, author.last_name)`.as('author_name'))
        .orderBy('message.at', 'desc')
        .orderBy('message.id', 'desc'),
    }
  })
  return {
    total: totalRecords,
    messages: rows.map(
      (row): Message => ({
        id: row.id,
        at: row.at,
        authorName: row.author_name,
        recipient: row.recipient as Message['recipient'],
        subject: row.subject,
        text: row.text,
        email: row.email,
        emailState: row.email === null ? null : mailState(row, now),
        webhookState: row.webhook_state,
      }),
    ),
  }
}

/** Sent emails leave no job behind, so an old one that was not accepted has failed. */
function mailState(row: { at: string; mailed_at: string | null }, now: Date): NonNullable<Message['emailState']> {
  if (row.mailed_at !== null) return 'SENT'
  return now.getTime() - Date.parse(row.at) > mailRetryMs ? 'FAILED' : 'QUEUED'
}

/** Returns to whom a message about a record can be sent, and how it names record and sender. */
export const messageRecipients: Handler<typeof messages.recipients> = async ({ recordType, recordId }, context) => {
  const { db, mode, staff } = context
  const id = await requireReadable(context, recordType, recordId)
  const { recipients, about } = await readMessagedRecord(db, { mode, type: recordType, id })
  return { recipients, about, sender: staff.firstName }
}
