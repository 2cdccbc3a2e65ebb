import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { payment } from './kit/payment.ts'
import { searchText } from './kit/text.ts'

export const linkStatuses = ['ACTIVE', 'INACTIVE'] as const

const maybe = z.string().nullish()

const paymentLink = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** INACTIVE once it is paid or taken back. */
  status: z.string(),
  hasPaid: z.boolean(),
  description: maybe,
  /** Where it is paid. */
  link: maybe,
  reference: maybe,
  amount: nairaReply,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
})

const linkInfo = z.object({
  ...paymentLink.shape,
  /** What the payment cost the merchant; null before it. */
  charges: nairaReply.nullish(),
  paidAt: maybe,
  /** Since when it takes no payment. */
  inactiveAt: maybe,
  checkoutId: maybe,
  transactionId: maybe,
  accountNumber: maybe,
  /** The newest payments that came for it, those too that were declined. */
  payments: z.array(payment).optional(),
})

export type PaymentLinkInfo = z.infer<typeof linkInfo>

export const paymentLinks = {
  list: call({
    method: 'GET',
    path: '/admin/payment-link',
    permission: 'collections.read',
    effect: 'read',
    added: ['search'],
    summary:
      'List payment links, newest first; searched by a prefix of the reference, any part of the description, or the session ID of a payment',
    query: z.object({
      ...paging,
      status: choice(linkStatuses),
      search: searchText(100),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, paymentLinks: z.array(paymentLink) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/payment-link/info',
    permission: 'collections.read',
    effect: 'read',
    summary: 'Get a payment link with its payment and the declined ones',
    query: z.object({ paymentLinkId: id('payment link') }),
    reply: z.object({ linkInfo }),
  }),
}
