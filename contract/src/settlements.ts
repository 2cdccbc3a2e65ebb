import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'

export const settlementStatuses = ['SUCCESSFUL', 'PENDING', 'FAILED'] as const
export const settlementCategories = ['MERCHANT_SETTLEMENT', 'SUBACCOUNT_SETTLEMENT'] as const

const maybe = z.string().nullish()
const days = { startDate: filterDay, endDate: filterDay }

const settlement = z.object({
  id: z.string(),
  createdAt: z.string(),
  amount: nairaReply,
  status: z.string(),
  category: maybe,
  /** Reference of the latest attempt. */
  reference: maybe,
  /** Reason for the failure. */
  reason: maybe,
  /** Latest attempt; missing if there was no bank account to pay to. */
  transactionId: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  subAccount: z.object({ id: maybe, name: maybe }).nullish(),
  /** Blocker of a retry: the missing item and who provides it, or when a retry is possible. */
  retryBlocker: maybe,
})

/** Breakdown of collected money: shares of others, deductions, and the rest to be settled. */
const settledMoney = {
  amount: nairaReply,
  charges: nairaReply.nullish(),
  /** Shares of partners; in a partner's settlement, those of the merchant and other partners. */
  otherShares: nairaReply.nullish(),
  /** Amounts refunded or held by disputes. */
  deductions: nairaReply.nullish(),
  /** Amount that the settlement pays. */
  settledAmount: nairaReply.nullish(),
}

export type Settlement = z.infer<typeof settlement>

export const settlements = {
  list: call({
    method: 'GET',
    path: '/admin/settlements',
    permission: 'settlements.read',
    effect: 'read',
    added: ['search'],
    summary:
      'List settlements to merchants and sub-accounts, newest first; searched by name, by the reference of an attempt, or by the reference or session ID of a collection',
    query: z.object({
      ...paging,
      subaccountId: filterId('sub-account'),
      status: choice(settlementStatuses, { SUCCESS: 'SUCCESSFUL' }),
      category: choice(settlementCategories),
      search: searchText(100),
      ...days,
    }),
    reply: z.object({ totalRecords, settlements: z.array(settlement) }),
  }),
  transactions: call({
    method: 'GET',
    path: '/admin/settlement/transactions',
    permission: 'settlements.read',
    effect: 'read',
    summary: 'List the collections of a settlement, newest first',
    query: z.object({ ...paging, settlementId: id('settlement'), ...days }),
    reply: z.object({
      totalRecords,
      /** The requested settlement. */
      settlement: settlement.nullish(),
      transactions: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          reference: maybe,
          accountName: maybe,
          ...settledMoney,
          status: z.string(),
        }),
      ),
      /** Sums of all matching rows. */
      sums: z.object(settledMoney).nullish(),
    }),
  }),
  resend: call({
    method: 'POST',
    path: '/settlement/resend',
    permission: 'settlements.write',
    effect: 'write',
    summary: 'Retry a failed settlement, once the previous attempt can no longer be paid',
    body: z.strictObject({
      settlementId: id('settlement'),
      retry: z.literal(true, 'retry must be true'),
    }),
    reply: z.object({ status: z.string() }),
  }),
  card: call({
    method: 'POST',
    path: '/settlement/card',
    permission: 'settlements.write',
    effect: 'write',
    summary: 'Settle the card collections of a merchant and its sub-accounts that the acquirer has paid',
    body: z.strictObject({ merchantId: id('merchant'), ...days }),
    reply: z.object({ settlements: z.array(z.string()) }),
  }),
}
