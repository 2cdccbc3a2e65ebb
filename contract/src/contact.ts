import { z } from 'zod'
import { call } from './kit/call.ts'
import { choices } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { id } from './kit/id.ts'
import { paging, totalRecords } from './kit/page.ts'
import { personal } from './kit/personal.ts'
import { paragraph, searchText } from './kit/text.ts'

export const messageStatuses = ['NEW', 'ANSWERED'] as const

const maybe = z.string().nullish()

const message = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  email: personal('email'),
  phoneNumber: personal('number'),
  subject: maybe,
  message: maybe,
  status: z.string(),
  /** Merchant through which the message came. */
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
})

const messageInfo = message.extend({
  answer: maybe,
  answeredBy: maybe,
  answeredAt: maybe,
})

export type ContactMessage = z.infer<typeof messageInfo>

export const contact = {
  list: call({
    method: 'GET',
    path: '/admin/contact-us',
    permission: 'contact.read',
    effect: 'read',
    addition: true,
    summary: 'List contact messages, newest first; searched by name, email address or merchant',
    query: z.object({
      ...paging,
      status: choices(messageStatuses),
      search: searchText(),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, messages: z.array(message) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/contact-us/info',
    permission: 'contact.read',
    effect: 'read',
    addition: true,
    summary: 'Get a contact message with its reply',
    query: z.object({ messageId: id('message') }),
    reply: z.object({ message: messageInfo }),
  }),
  answer: call({
    method: 'POST',
    path: '/admin/contact-us/answer',
    permission: 'contact.write',
    effect: 'write',
    addition: true,
    summary: 'Reply to a contact message by email, once',
    body: z.strictObject({ messageId: id('message'), answer: paragraph(5000, 'Answer is required') }),
    reply: z.object({}),
  }),
}
