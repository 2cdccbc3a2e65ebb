import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { payment } from './kit/payment.ts'
import { searchText } from './kit/text.ts'

/** Written so in an address. */
export const yesOrNo = ['true', 'false'] as const

const maybe = z.string().nullish()
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()

const checkout = z.object({
  id: z.string(),
  createdAt: z.string(),
  reference: z.string(),
  amount: nairaReply,
  hasPaid: z.boolean(),
  /** What the payment cost the merchant; null before it. */
  charges: nairaReply.nullish(),
  /** How it was paid: Bank or Card. */
  paymentMethod: maybe,
  merchantId: maybe,
  merchant,
})

const checkoutInfo = z.object({
  ...checkout.shape,
  /** The payment that it took; null before it. */
  transaction: z
    .object({
      id: maybe,
      createdAt: maybe,
      amount: nairaReply.nullish(),
      /** What reached the merchant. */
      totalSettlementAmount: nairaReply.nullish(),
      narration: maybe,
      paymentMethod: maybe,
      sessionId: maybe,
    })
    .nullish(),
  /** What the merchant asks it for. */
  narration: maybe,
  /** Where the payer pays. */
  link: maybe,
  virtualAccount: z
    .object({ id: z.string(), accountName: maybe, accountNumber: z.string(), bankName: maybe })
    .nullish(),
  /** Null of one that can be paid for good. */
  expiresAt: maybe,
  closedAt: maybe,
  /** The newest payments that came for it, those too that were declined. */
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
