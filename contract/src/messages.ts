import { z } from 'zod'
import { call } from './kit/call.ts'
import { wordId } from './kit/id.ts'
import { paging } from './kit/page.ts'
import { personal } from './kit/personal.ts'
import { messagedTypes } from './kit/record-kinds.ts'
import { messageRecipients } from './kit/record-letter.ts'
import { hasCardNumber } from './kit/sensitive-numbers.ts'
import { paragraph, text } from './kit/text.ts'

/** Most messages about one record within an hour, and of one person within a minute. */
export const messagesPerHour = 20
export const messagesPerMinute = 20

/** `QUEUED` until the mail server accepts it; `FAILED` if it has not within the hours for which emails are retried. */
export const mailStates = ['QUEUED', 'SENT', 'FAILED'] as const

/** `MAKING` until the statement is ready and emailed. */
export const linkStates = ['MAKING', 'OPEN', 'EXPIRED', 'WITHDRAWN', 'FAILED'] as const

const shared = { addition: true } as const
const record = {
  recordType: z.enum(messagedTypes, 'Unknown kind of record'),
  recordId: wordId('record'),
}

const recipient = z.object({
  kind: z.enum(messageRecipients),
  /** Name of the merchant, or of the wallet's holder. */
  name: z.string(),
  email: personal('email'),
  /** Whether the recipient also receives the webhook event `message.sent`. */
  hasWebhook: z.boolean(),
})

export type Recipient = z.infer<typeof recipient>

const message = z.object({
  id: z.string(),
  at: z.string(),
  authorName: z.string(),
  recipient: z.enum(messageRecipients),
  subject: z.string(),
  /** Plain text of several lines. */
  text: z.string(),
  /** Address to which it was sent, if it was. */
  email: personal('email'),
  emailState: z.enum(mailStates).nullish(),
  /** `PENDING`, `DELIVERED` or `FAILED`; absent if it was not sent by webhook. */
  webhookState: z.string().nullish(),
  /** Statement to which it links. */
  statement: z
    .object({
      startDate: z.string(),
      endDate: z.string(),
      state: z.enum(linkStates),
      expiresAt: z.string().nullish(),
      downloads: z.number().int(),
      lastDownloadAt: z.string().nullish(),
      withdrawnByName: z.string().nullish(),
    })
    .nullish(),
})

export type Message = z.infer<typeof message>

const cardNumber = 'Contains what may be a card number, which must not be sent. Write its last four digits only'

export const messages = {
  list: call({
    ...shared,
    method: 'GET',
    path: '/admin/messages',
    permission: 'contact.read',
    effect: 'read',
    summary:
      'List the messages that operators sent about a record, newest first; requires the permission to read the record',
    query: z.object({ ...record, ...paging }),
    // Not `totalRecords`, by which a list can be exported.
    reply: z.object({ total: z.number().int(), messages: z.array(message) }),
  }),
  recipients: call({
    ...shared,
    method: 'GET',
    path: '/admin/messages/recipients',
    permission: 'contact.write',
    effect: 'read',
    summary:
      'Get to whom a message about a record can be sent: its merchant, and the holder of its wallet; requires the permission to read the record',
    query: z.object(record),
    reply: z.object({
      recipients: z.array(recipient),
      /** What the email calls the record. */
      about: z.string().nullable(),
      /** Name under which the operator writes. */
      sender: z.string(),
    }),
  }),
  send: call({
    ...shared,
    method: 'POST',
    path: '/admin/messages',
    permission: 'contact.write',
    effect: 'write',
    summary:
      'Send a message about a record to its merchant, by email and webhook, or to the holder of its wallet by email, at most 20 an hour for one record. Card numbers are rejected; numbers of eleven digits that are no Nigerian mobile phone number are masked',
    body: z.strictObject({
      ...record,
      recipient: z.enum(messageRecipients, 'Choose a recipient'),
      subject: text(150, 'Subject is required').refine((value) => !hasCardNumber(value), cardNumber),
      text: paragraph(4_000, 'Message is required').refine((value) => !hasCardNumber(value), cardNumber),
    }),
    reply: z.object({ messageId: z.string() }),
  }),
}
