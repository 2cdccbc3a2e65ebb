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
  /** INACTIVE once paid or cancelled. */
  status: z.string(),
  hasPaid: z.boolean(),
  description: maybe,
  /** URL of the payment page. */
  link: maybe,
  reference: maybe,
  amount: nairaReply,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
})

const linkInfo = z.object({
  ...paymentLink.shape,
  /** Charges of the payment to the merchant; null until it is paid. */
  charges: nairaReply.nullish(),
  paidAt: maybe,
  /** Time of deactivation. */
  inactiveAt: maybe,
  checkoutId: maybe,
  transactionId: maybe,
  accountNumber: maybe,
  /** Latest payments to the link, including declined ones. */
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
    reply: z.object({ totalRecords, links: z.array(paymentLink) }),
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
