import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText, text } from './kit/text.ts'

export const bulkItemStatuses = ['NOT_PROCESSED', 'NEW', 'PENDING', 'SUCCESS', 'FAILED'] as const
export const scheduleStatuses = ['NEW', 'DISPATCHED', 'CANCELLED', 'FAILED'] as const
export const recurrentStatuses = ['ACTIVE', 'INACTIVE', 'CANCELLED', 'COMPLETED', 'FAILED'] as const
export const frequencies = ['daily', 'weekly', 'monthly', 'Yearly'] as const

const maybe = z.string().nullish()
const read = { method: 'GET', permission: 'payouts.read', effect: 'read' } as const
const days = { startDate: filterDay, endDate: filterDay }
/** Last decision of an operator, null without one. */
const decision = z.object({ staffName: z.string(), decidedAt: z.string(), reason: z.string().nullable() }).nullish()

export type PayoutDecision = NonNullable<z.infer<typeof decision>>

const bulkBatch = z.object({
  id: z.string(),
  createdAt: z.string(),
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  batchReference: z.string(),
  /** Number of items in the batch. */
  totalRecords: z.number().int(),
  totalInvalidRecords: z.number().int(),
  status: z.string(),
})

export type BulkBatch = z.infer<typeof bulkBatch>

/** Recipient of a payout that is not yet a transaction. */
const toAnAccount = {
  accountName: maybe,
  accountNumber: maybe,
  bankName: maybe,
}

const bulkItem = z.object({
  id: z.string(),
  createdAt: maybe,
  /** Line in the merchant's file. */
  line: z.number().int().optional(),
  ...toAnAccount,
  /** Null if the file had no readable amount. */
  amount: nairaReply.nullish(),
  narration: maybe,
  reference: maybe,
  status: z.string(),
  /** Reason why it is invalid or failed. */
  reason: maybe,
  /** Warning about an item that is sent nevertheless. */
  warning: maybe,
  transactionId: maybe,
})

export type BulkItem = z.infer<typeof bulkItem>

const scheduled = z.object({
  id: z.string(),
  createdAt: z.string(),
  ...toAnAccount,
  amount: nairaReply,
  scheduleDate: z.string(),
  status: z.string(),
})

export type ScheduledPayout = z.infer<typeof scheduled>

const scheduledInfo = scheduled.extend({
  charges: nairaReply.nullish(),
  narration: maybe,
  /** Reason why it failed or was cancelled. */
  reason: maybe,
  /** Transaction that it became when dispatched. */
  transactionId: maybe,
  decision,
})

export type ScheduledPayoutInfo = z.infer<typeof scheduledInfo>

const recurrent = z.object({
  id: z.string(),
  createdAt: z.string(),
  ...toAnAccount,
  amount: nairaReply,
  startDate: maybe,
  endDate: maybe,
  interval: maybe,
  status: z.string().optional(),
})

export type RecurrentPayout = z.infer<typeof recurrent>

const recurrentInfo = recurrent.extend({
  id: maybe,
  charges: nairaReply.nullish(),
  narration: maybe,
  /** Day of the next run; of a paused one, the day on which it would run next if resumed now. */
  nextDate: maybe,
  /** Paying account (the merchant's own or a customer's wallet) and its merchant. */
  sender: z.object({ accountName: maybe, merchant: z.object({ id: maybe, businessName: maybe }) }).nullish(),
  /** Number of runs so far. */
  runs: z.number().int().optional(),
  decision,
})

export type RecurrentPayoutInfo = z.infer<typeof recurrentInfo>

export const payouts = {
  bulk: call({
    ...read,
    path: '/admin/payout/bulk',
    summary: 'List bulk payout batches, newest first; `reference` is exact or a prefix',
    query: z.object({
      ...paging,
      merchantId: filterId('merchant'),
      walletId: filterId('wallet'),
      reference: searchText(100),
      ...days,
    }),
    reply: z.object({ totalRecords, records: z.array(bulkBatch) }),
  }),
  bulkItems: call({
    ...read,
    path: '/admin/payout/bulk/items',
    added: ['merchantId'],
    summary:
      "List the items of a batch in their order; `reference` is that of an item, exact or a prefix; `merchantId` is the batch's owner",
    query: z.object({
      ...paging,
      batchReference: text(100, 'Batch is required'),
      merchantId: filterId('merchant'),
      reference: searchText(100),
      status: choice(bulkItemStatuses),
    }),
    reply: z.object({
      totalRecords,
      records: z.array(bulkItem),
      /** The batch with its item counts by status. */
      batch: bulkBatch.optional(),
      totals: z.record(z.string(), z.number().int()).optional(),
      /** Sums of the readable item amounts, by status and in total. */
      amounts: z.record(z.string(), nairaReply).optional(),
      totalAmount: nairaReply.optional(),
      /** Items that are not submitted and not invalid. */
      unsent: z.object({ items: z.number().int(), amount: nairaReply }).optional(),
      /** By whom, when and why the batch was stopped, if it was. */
      stop: decision,
    }),
  }),
  scheduled: call({
    ...read,
    path: '/admin/payout/schedule',
    summary: 'List scheduled payouts, most recently submitted first; the days filter by submission',
    query: z.object({ ...paging, status: choice(scheduleStatuses, { INITIATED: 'NEW' }), ...days }),
    reply: z.object({ totalRecords, records: z.array(scheduled) }),
  }),
  scheduledInfo: call({
    ...read,
    path: '/admin/payout/schedule/info',
    summary: 'Get a scheduled payout',
    query: z.object({ scheduleId: id('scheduled payout') }),
    reply: z.object({ info: scheduledInfo }),
  }),
  recurrent: call({
    ...read,
    path: '/admin/payout/recurrent',
    summary: 'List recurring payouts, most recently submitted first; the days filter by submission',
    query: z.object({ ...paging, status: choice(recurrentStatuses), frequency: choice(frequencies), ...days }),
    reply: z.object({ totalRecords, records: z.array(recurrent) }),
  }),
  recurrentInfo: call({
    ...read,
    path: '/admin/payout/recurrent/info',
    summary: 'Get a recurring payout',
    query: z.object({ recurrentId: id('recurring payout') }),
    reply: z.object({ info: recurrentInfo }),
  }),
}
