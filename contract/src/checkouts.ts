import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { payment } from './kit/payment.ts'
import { searchText } from './kit/text.ts'

/** Values of a boolean query parameter. */
export const yesOrNo = ['true', 'false'] as const

const maybe = z.string().nullish()
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()

const checkout = z.object({
  id: z.string(),
  createdAt: z.string(),
  reference: z.string(),
  amount: nairaReply,
  hasPaid: z.boolean(),
  /** Charges of the payment to the merchant; null until it is paid. */
  charges: nairaReply.nullish(),
  /** Bank or Card. */
  paymentMethod: maybe,
  merchantId: maybe,
  merchant,
})

const checkoutInfo = z.object({
  ...checkout.shape,
  /** Transaction of the payment; null until it is paid. */
  transaction: z
    .object({
      id: maybe,
      createdAt: maybe,
      amount: nairaReply.nullish(),
      /** Amount credited to the merchant. */
      totalSettlementAmount: nairaReply.nullish(),
      narration: maybe,
      paymentMethod: maybe,
      sessionId: maybe,
    })
    .nullish(),
  /** Purpose of the payment in the merchant's words. */
  narration: maybe,
  /** URL of the hosted checkout page. */
  link: maybe,
  virtualAccount: z
    .object({ id: z.string(), accountName: maybe, accountNumber: z.string(), bankName: maybe })
    .nullish(),
  /** Null if the checkout never expires. */
  expiresAt: maybe,
  closedAt: maybe,
  /** Latest payments to the checkout, including declined ones. */
  payments: z.array(payment).optional(),
})

export type CheckoutInfo = z.infer<typeof checkoutInfo>

export const checkouts = {
  list: call({
    method: 'GET',
    path: '/admin/checkouts',
    permission: 'collections.read',
    effect: 'read',
    added: ['reference'],
    summary: 'List checkouts, newest first; `reference` is exact or a prefix, or the session ID of a payment',
    query: z.object({
      ...paging,
      merchantId: filterId('merchant'),
      hasPaid: choice(yesOrNo),
      reference: searchText(100),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, checkouts: z.array(checkout) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/checkout/info',
    permission: 'collections.read',
    effect: 'read',
    summary: 'Get a checkout with its payment and the declined ones',
    query: z.object({ checkoutId: id('checkout') }),
    reply: z.object({ info: checkoutInfo }),
  }),
}
