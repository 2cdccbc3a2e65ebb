import { z } from 'zod'
import { call } from './kit/call.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'

const maybe = z.string().nullish()

const record = z.object({
  id: z.string(),
  createdAt: z.string(),
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  /** Charge group that earned it. */
  source: z.string(),
  /** Missing for a charge without a payment. */
  transactionId: maybe,
  reference: maybe,
  transactionAmount: nairaReply.nullish(),
  /** Our fee, excluding VAT and stamp duty. */
  charge: nairaReply,
  providerCost: nairaReply,
  profit: nairaReply,
})

const sums = { charge: nairaReply, providerCost: nairaReply, profit: nairaReply }
/** Profit of some days in Lagos, both ends included. */
const period = z.object({ startDate: z.string(), endDate: z.string(), ...sums })

const filters = { merchantId: filterId('merchant'), startDate: filterDay, endDate: filterDay }

export const profit = {
  list: call({
    method: 'GET',
    path: '/admin/profit',
    permission: 'profit.read',
    effect: 'read',
    addition: true,
    summary: 'List profit by payment and charge, newest first, with the totals of all matches',
    query: z.object({ ...paging, ...filters }),
    reply: z.object({
      totalRecords,
      totalProfit: nairaReply,
      totalCharge: nairaReply.nullish(),
      totalProviderCost: nairaReply.nullish(),
      records: z.array(record),
    }),
  }),
  sources: call({
    method: 'GET',
    path: '/admin/profit/sources',
    permission: 'profit.read',
    effect: 'read',
    addition: true,
    summary: 'List profit by source, most profitable first',
    query: z.object(filters),
    reply: z.object({ sources: z.array(z.object({ id: z.string(), source: z.string(), ...sums })) }),
  }),
  ofMerchant: call({
    method: 'GET',
    path: '/admin/profit/merchant',
    permission: 'profit.read',
    effect: 'read',
    addition: true,
    summary: 'Get what a merchant earned us in this week, from Monday, and in this month, both up to today in Lagos',
    query: z.object({ merchantId: id('merchant') }),
    reply: z.object({ week: period, month: period }),
  }),
  series: call({
    method: 'GET',
    path: '/admin/profit/series',
    permission: 'profit.read',
    effect: 'read',
    addition: true,
    summary: 'Get profit per day in Lagos, oldest first, including days without any',
    query: z.object({
      merchantId: filterId('merchant'),
      days: z.preprocess(
        (raw) => (raw === undefined || raw === '' ? 30 : Number(raw)),
        z.number().int().min(1).max(90),
      ),
    }),
    reply: z.object({ series: z.array(z.object({ day: z.string(), ...sums })) }),
  }),
}
