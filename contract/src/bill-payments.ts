import { z } from 'zod'
import { billCategories } from './kit/bill-category.ts'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'

export const billStatuses = ['PENDING', 'SUCCESS', 'FAILED'] as const

const maybe = z.string().nullish()

const billPayment = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** PENDING until its transaction is final. */
  status: z.string(),
  category: z.string(),
  biller: maybe,
  /** Customer number at the biller. */
  customer: maybe,
  amount: nairaReply,
  reference: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
})

const billPaymentInfo = billPayment.extend({
  transactionId: z.string(),
  /** Our commission from the biller, and the VAT included in it. */
  commission: nairaReply.nullish(),
  commissionVat: nairaReply.nullish(),
  payerName: maybe,
  payerNumber: maybe,
  /** Condition that needs an operator, such as a bill that was paid after it had failed. */
  alert: maybe,
})

export type BillPayment = z.infer<typeof billPaymentInfo>

export const billPayments = {
  list: call({
    method: 'GET',
    path: '/admin/bill-payments',
    permission: 'services.read',
    effect: 'read',
    addition: true,
    summary: 'List bill payments, newest first; searched by reference or customer, exact or a prefix',
    query: z.object({
      ...paging,
      category: choice(billCategories),
      status: choice(billStatuses),
      merchantId: filterId('merchant'),
      search: searchText(100),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, billPayments: z.array(billPayment) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/bill-payment/info',
    permission: 'services.read',
    effect: 'read',
    addition: true,
    summary: 'Get a bill payment with its payer and our profit',
    query: z.object({ billPaymentId: id('bill payment') }),
    reply: z.object({ billPayment: billPaymentInfo }),
  }),
}
