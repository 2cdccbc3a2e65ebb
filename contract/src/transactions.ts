import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { paragraph, searchText } from './kit/text.ts'
import {
  activity,
  payoutLog,
  payoutSteps,
  transaction,
  transactionCategories,
  transactionRow,
  transactionTypes,
} from './transaction-records.ts'

const transactionId = { transactionId: id('transaction') }
const requiredReason = paragraph(500, 'Reason is required')
const days = { startDate: filterDay, endDate: filterDay }

const page = z.object({ totalRecords, transactions: z.array(transactionRow) })
const decision = z.strictObject({ ...transactionId, reason: requiredReason })
const decided = z.object({ status: z.string().nullish() })

export const transactions = {
  merchantList: call({
    method: 'GET',
    path: '/transaction/merchant',
    permission: 'transactions.read',
    effect: 'read',
    summary: "Transactions of merchants' own wallets, newest first; the reference is exact or a beginning",
    query: z.object({
      ...paging,
      merchantId: filterId('merchant'),
      type: choice(transactionTypes),
      category: choice(transactionCategories),
      reference: searchText(100),
      ...days,
    }),
    reply: page,
  }),
  walletList: call({
    method: 'GET',
    path: '/transaction/wallet',
    permission: 'transactions.read',
    effect: 'read',
    summary: "Transactions of customers' wallets, newest first; the reference is exact or a beginning",
    query: z.object({
      ...paging,
      walletId: filterId('wallet'),
      merchantId: filterId('merchant'),
      category: choice(transactionCategories),
      reference: searchText(100),
      ...days,
    }),
    reply: page,
  }),
  analytics: call({
    method: 'GET',
    path: '/transaction/analytics',
    permission: 'transactions.read',
    effect: 'read',
    summary: 'Balance, value and volume of a merchant, of one of its wallets, or of everything; only SUCCESS counts',
    query: z.object({ merchantId: filterId('merchant'), walletId: filterId('wallet') }),
    reply: z.object({
      totalBalance: nairaReply,
      totalTransactionValue: nairaReply,
      totalTransactionVolume: z.number().int(),
      totalWallets: z.number().int().nullish(),
      totalWalletBalance: nairaReply.nullish(),
      /** Value and volume of the merchant's wallets; the two above are those of its own wallet. */
      totalWalletTransactionValue: nairaReply.nullish(),
      totalWalletTransactionVolume: z.number().int().nullish(),
    }),
  }),
  series: call({
    method: 'GET',
    path: '/transaction/analytics/series',
    permission: 'transactions.read',
    effect: 'read',
    addition: true,
    summary: 'Value and volume of SUCCESS per day in Lagos, oldest first, days without any included',
    query: z.object({
      merchantId: filterId('merchant'),
      scope: choice(['MERCHANT', 'WALLET']),
      days: z.preprocess(
        (raw) => (raw === undefined || raw === '' ? 30 : Number(raw)),
        z.number().int().min(1).max(90),
      ),
    }),
    reply: z.object({
      series: z.array(z.object({ day: z.string(), value: nairaReply, volume: z.number().int() })),
    }),
  }),
  info: call({
    method: 'GET',
    path: '/transaction/info',
    permission: 'transactions.read',
    effect: 'read',
    summary: 'All that is known of a transaction; personal numbers masked',
    query: z.object(transactionId),
    reply: z.object({ transaction }),
  }),
  logs: call({
    method: 'GET',
    path: '/payout/logs',
    permission: 'transactions.read',
    effect: 'read',
    summary: 'What was asked of the outside world for a transaction and what it answered, newest first',
    query: z.object({ ...paging, ...transactionId, category: choice(payoutSteps), ...days }),
    reply: z.object({ totalRecords, logs: z.array(payoutLog) }),
  }),
  overview: call({
    method: 'GET',
    path: '/payout/overview',
    permission: 'transactions.read',
    effect: 'read',
    summary: 'The steps of a transaction in order, done or waiting',
    query: z.object(transactionId),
    reply: z.object({ overview: z.array(activity) }),
  }),
  markSuccess: call({
    method: 'POST',
    path: '/admin/payout/success',
    permission: 'payouts.write',
    effect: 'write',
    summary: 'Decide that a pending payout succeeded; a definite answer of the switch wins',
    body: decision,
    reply: decided,
  }),
  markFailed: call({
    method: 'POST',
    path: '/admin/payout/failed',
    permission: 'payouts.write',
    effect: 'write',
    summary: 'Decide that a queued or pending payout failed; a definite answer of the switch wins',
    body: decision,
    reply: decided,
  }),
  requery: call({
    method: 'POST',
    path: '/admin/payout/requery',
    permission: 'payouts.write',
    effect: 'write',
    summary: 'Ask the switch about a payout and move it to what the switch says',
    body: z.strictObject({ ...transactionId, reason: paragraph(500).optional() }),
    reply: decided.extend({ responseCode: z.string().nullish() }),
  }),
  resendWebhook: call({
    method: 'POST',
    path: '/transaction/webhook/resend',
    permission: 'payouts.write',
    effect: 'write',
    summary: 'Send the event of a finished bank transfer or funding to the merchant again',
    body: z.strictObject(transactionId),
    reply: z.object({}),
  }),
}
