import { z } from 'zod'
import { call } from './kit/call.ts'
import { choices } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaAmount, nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { paragraph, searchText } from './kit/text.ts'

export const refundStatuses = ['pending', 'processing', 'failed', 'processed'] as const

const maybe = z.string().nullish()

const refund = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** pending until sent, processing until the provider has responded. */
  status: z.string(),
  /** Id of the refunded transaction. */
  transactionId: z.string(),
  transactionReference: maybe,
  /** Transaction that pays the money back. */
  refundTransactionId: z.string(),
  refundReference: maybe,
  /** Amount of the refunded transaction. */
  amount: nairaReply,
  refundAmount: nairaReply,
  reason: maybe,
  customerName: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
})

const refundInfo = refund.extend({
  customerAccountNumber: maybe,
  customerBankName: maybe,
  /** Person who requested it, if any. */
  requestedBy: maybe,
  /** Condition that needs an operator, such as a payment after the refund had failed. */
  alert: maybe,
})

export type RefundInfo = z.infer<typeof refundInfo>

export const refunds = {
  list: call({
    method: 'GET',
    path: '/admin/refunds',
    permission: 'refunds.read',
    effect: 'read',
    addition: true,
    summary: 'List refunds, newest first; searched by reference or session ID, exact or a prefix, or by customer',
    query: z.object({
      ...paging,
      status: choices(refundStatuses),
      merchantId: filterId('merchant'),
      search: searchText(100),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, refunds: z.array(refund) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/refund/info',
    permission: 'refunds.read',
    effect: 'read',
    addition: true,
    summary: 'Get a refund with its requester',
    query: z.object({ refundId: id('refund') }),
    reply: refundInfo,
  }),
  request: call({
    method: 'POST',
    path: '/admin/refunds',
    permission: 'refunds.write',
    effect: 'write',
    addition: true,
    summary: 'Refund a collection in whole or in part; all its refunds together never exceed it',
    body: z.strictObject({
      transactionId: id('transaction'),
      amount: nairaAmount,
      reason: paragraph(500, 'Reason is required'),
    }),
    reply: z.object({ refundId: z.string(), refundTransactionId: z.string().nullish() }),
  }),
}
