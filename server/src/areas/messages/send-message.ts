import type { Mode } from '@kobo/contract/kit/mode'
import type { MessagedType } from '@kobo/contract/kit/record-kinds'
import { type MessageRecipient, recipientKinds, recordLetter } from '@kobo/contract/kit/record-letter'
import { maskPersonalNumbers } from '@kobo/contract/kit/sensitive-numbers'
import { type messages, messagesPerHour, messagesPerMinute } from '@kobo/contract/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { AuditEntry } from '../../db/audit.ts'
import { queueEvents } from '../../engine/webhooks/queue-events.ts'
import type { Handler } from '../../http/handler.ts'
import { unprocessable } from '../../http/http-error.ts'
import { requireRate } from '../../http/rate.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import type { Seal } from '../../seal.ts'
import { uuidv7 } from '../../uuid.ts'
import { requireReadable } from '../record-access.ts'
import { type MessagedRecord, readMessagedRecord } from './recipients.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Sends a message about a record to one recipient, with personal numbers masked. */
export const sendRecordMessage: Handler<typeof messages.send> = async (input, context) => {
  const { db, mode, staff, now: at } = context
  const { recordType: type, recipient } = input
  const id = await requireReadable(context, type, input.recordId)
  await limitMessages(db, { mode, type, id, staffId: staff.id, at })
  const record = await readMessagedRecord(db, { mode, type, id })
  const [subject, text] = [maskPersonalNumbers(input.subject), maskPersonalNumbers(input.text)]
  const author = { id: staff.id, firstName: staff.firstName }
  const message = { mode, type, id, recipient, subject, text, author, at }
  const { messageId, ways, entry } = await addMessage(context, message, record)
  await context.audit(entry)
  const sent = `The message has been sent to the ${recipientKinds[recipient].label.toLowerCase()} by ${ways.join(' and ').toLowerCase()}`
  const isMasked = subject !== input.subject || text !== input.text
  const remark = '. A number of eleven digits was masked, since it may be a BVN or NIN'
  return { message: isMasked ? sent + remark : sent, data: { messageId } }
}

export interface Limited {
  mode: Mode
  type: MessagedType
  id: string
  staffId: string
  at: Date
}

/** Rejects a message beyond the limits of its author and record, whose other messages wait until this one is stored. */
export async function limitMessages(db: Transaction, { mode, type, id, staffId, at }: Limited): Promise<void> {
  await lock(db, `messages of ${staffId}`)
  await lock(db, `messages about ${type} ${id}`)
  const newest = db.selectFrom('record_message').select('at').orderBy('at', 'desc')
  const own = await newest.where('staff_id', '=', staffId).limit(messagesPerMinute).execute()
  const perMinute = { most: messagesPerMinute, withinMs: minuteMs, now: at }
  requireRate(timesOf(own), perMinute, (wait) => {
    return `You have sent ${messagesPerMinute} messages within a minute. Try again in ${wait}`
  })
  const ofRecord = await newest
    .where('mode', '=', mode)
    .where('record_type', '=', type)
    .where('record_id', '=', id)
    .limit(messagesPerHour)
    .execute()
  requireRate(timesOf(ofRecord), { most: messagesPerHour, withinMs: hourMs, now: at }, (wait) => {
    return `${messagesPerHour} messages about this record were sent within an hour. Try again in ${wait}`
  })
}

const timesOf = (rows: readonly { at: string }[]) => rows.map(({ at }) => at)

async function lock(db: Transaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

interface NewMessage {
  mode: Mode
  type: MessagedType
  id: string
  recipient: MessageRecipient
  subject: string
  text: string
  author: { id: string; firstName: string }
  at: Date
}

interface Outbound {
  db: Transaction
  jobs: Jobs
  seal: Seal
}

/**
 * Stores a message and queues its email and webhook event. Returns by which ways it is sent, and its audit entry, which has no
 * text: those who read the audit need not be those who may read messages.
 */
async function addMessage(
  { db, jobs, seal }: Outbound,
  message: NewMessage,
  record: MessagedRecord,
): Promise<{ messageId: string; ways: string[]; entry: AuditEntry }> {
  const { mode, type, id, recipient, subject, text, author, at } = message
  const { merchantId, recipients, about, name } = record
  const to = recipients.find(({ kind }) => kind === recipient)
  if (!to) throw unprocessable('This record belongs to no wallet, so it has no holder', { recipient: 'Has no holder' })
  const messageId = uuidv7(at.getTime())
  const data = { messageId, recordType: type, recordId: id, name, subject, message: text, sender: author.firstName }
  const event = { id: uuidv7(at.getTime()), mode, merchantId, transactionId: null, kind: 'message.sent', data, at }
  const events = to.hasWebhook ? await queueEvents(db, jobs, [event]) : []
  const webhookEventId = events[0]?.id ?? null
  if (to.email === null && webhookEventId === null)
    throw unprocessable(recipientKinds[recipient].unreachable, { recipient: 'Has no address' })
  await storeMessage(db, { ...message, messageId, merchantId, email: to.email, webhookEventId })
  if (to.email !== null) {
    const letter = recordLetter({ mode, name: to.name, subject, text, about, sender: author.firstName })
    await queueMail(
      jobs,
      seal,
      db,
      { to: to.email, ...letter, recordMessageId: messageId },
      { key: `message ${messageId}` },
    )
  }
  const ways = waysOf(to.email, webhookEventId)
  return { messageId, ways, entry: entryOf({ type, id, merchantId, recipient }, ways) }
}

interface StoredMessage extends Omit<NewMessage, 'author'> {
  messageId: string
  merchantId: string
  author: { id: string }
  email: string | null
  webhookEventId: string | null
  mailedAt?: Date
}

/** Stores a message that was sent or is being sent. */
export async function storeMessage(db: Transaction, message: StoredMessage): Promise<void> {
  const { messageId, mode, type, id, merchantId, author, at, recipient, subject, text, email } = message
  await db
    .insertInto('record_message')
    .values({
      id: messageId,
      mode,
      record_type: type,
      record_id: id,
      merchant_id: merchantId,
      staff_id: author.id,
      at: at.toISOString(),
      recipient,
      subject,
      text,
      email,
      mailed_at: message.mailedAt?.toISOString() ?? null,
      webhook_event_id: message.webhookEventId,
    })
    .execute()
}

function waysOf(email: string | null, webhookEventId: string | null): string[] {
  return [email !== null && 'Email', webhookEventId !== null && 'Webhook'].filter((way) => way !== false)
}

interface SentAbout {
  type: MessagedType
  id: string
  merchantId: string
  recipient: MessageRecipient
}

/** Audit entry of a message, without its text. */
export function entryOf({ type, id, merchantId, recipient }: SentAbout, ways: string[]): AuditEntry {
  const after = { recipient: recipientKinds[recipient].label, notified: ways }
  return { action: 'message.send', recordType: type, recordId: id, merchantId, after }
}
