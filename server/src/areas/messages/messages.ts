import type { Message, messages } from '@kobo/contract/messages'
import { fullName } from '../../db/full-name.ts'
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
        .select(fullName('author').$notNull().as('author_name'))
        .leftJoin('statement_link as link', 'link.message_id', 'message.id')
        .leftJoin('statement', 'statement.id', 'link.statement_id')
        .leftJoin('file as csv', 'csv.id', 'statement.csv_file_id')
        .leftJoin('staff as withdrawer', 'withdrawer.id', 'link.withdrawn_by')
        .select(['link.start_day', 'link.end_day', 'link.token_hash', 'link.expires_at', 'link.withdrawn_at'])
        .select(['link.downloads', 'link.last_download_at', 'csv.status as file_status'])
        .select(fullName('withdrawer').as('withdrawer_name'))
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
        recipient: row.recipient === 'HOLDER' ? 'HOLDER' : 'MERCHANT',
        subject: row.subject,
        text: row.text,
        email: row.email,
        emailState: row.email === null ? null : mailState(row, now),
        webhookState: row.webhook_state,
        statement: row.start_day === null ? null : linkOf({ ...row, start_day: row.start_day }, now),
      }),
    ),
  }
}

interface LinkRow {
  start_day: string
  end_day: string | null
  token_hash: string | null
  expires_at: string | null
  withdrawn_at: string | null
  withdrawer_name: string | null
  downloads: number | null
  last_download_at: string | null
  file_status: string | null
}

function linkOf(row: LinkRow, now: Date): NonNullable<Message['statement']> {
  return {
    startDate: row.start_day,
    endDate: row.end_day ?? row.start_day,
    state: linkState(row, now),
    expiresAt: row.expires_at,
    downloads: row.downloads ?? 0,
    lastDownloadAt: row.last_download_at,
    withdrawnByName: row.withdrawer_name,
  }
}

function linkState(row: LinkRow, now: Date): NonNullable<Message['statement']>['state'] {
  if (row.withdrawn_at !== null) return 'WITHDRAWN'
  if (row.expires_at !== null) return Date.parse(row.expires_at) > now.getTime() ? 'OPEN' : 'EXPIRED'
  return row.file_status === 'MAKING' ? 'MAKING' : 'FAILED'
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
