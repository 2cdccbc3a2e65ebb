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
    summary: "List transactions of merchants' own wallets, newest first; `reference` is exact or a prefix",
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
    summary: "List transactions of customers' wallets, newest first; `reference` is exact or a prefix",
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
    summary: 'Get the balance, value and volume of a merchant, of one of its wallets, or of all; only SUCCESS counts',
    query: z.object({ merchantId: filterId('merchant'), walletId: filterId('wallet') }),
    reply: z.object({
      totalBalance: nairaReply,
      totalTransactionValue: nairaReply,
      totalTransactionVolume: z.number().int(),
      totalWallets: z.number().int().nullish(),
      totalWalletBalance: nairaReply.nullish(),
      /** Value and volume of customers' wallets; `totalTransaction…` covers the merchant's own wallet. */
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
    summary: 'Get value and volume of SUCCESS per day in Lagos, oldest first, including days without any',
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
    summary: 'Get a transaction; personal numbers are masked',
    query: z.object(transactionId),
    reply: z.object({ transaction }),
  }),
  logs: call({
    method: 'GET',
    path: '/payout/logs',
    permission: 'transactions.read',
    effect: 'read',
    summary: 'List the provider requests of a transaction with their responses, newest first',
    query: z.object({ ...paging, ...transactionId, category: choice(payoutSteps), ...days }),
    reply: z.object({ totalRecords, logs: z.array(payoutLog) }),
  }),
  overview: call({
    method: 'GET',
    path: '/payout/overview',
    permission: 'transactions.read',
    effect: 'read',
    summary: 'List the steps of a transaction in order, completed or pending',
    query: z.object(transactionId),
    reply: z.object({ overview: z.array(activity) }),
  }),
  markSuccess: call({
    method: 'POST',
    path: '/admin/payout/success',
    permission: 'payouts.decide',
    effect: 'write',
    summary: 'Mark a pending payout as successful; a definite response of the switch takes precedence',
    body: decision,
    reply: decided,
  }),
  markFailed: call({
    method: 'POST',
    path: '/admin/payout/failed',
    permission: 'payouts.decide',
    effect: 'write',
    summary: 'Mark a queued or pending payout as failed; a definite response of the switch takes precedence',
    body: decision,
    reply: decided,
  }),
  requery: call({
    method: 'POST',
    path: '/admin/payout/requery',
    permission: 'transactions.requery',
    effect: 'write',
    summary: 'Query the switch for the status of a payout and apply it',
    body: z.strictObject({ ...transactionId, reason: paragraph(500).optional() }),
    reply: decided.extend({ responseCode: z.string().nullish() }),
  }),
  resendWebhook: call({
    method: 'POST',
    path: '/transaction/webhook/resend',
    permission: 'transactions.requery',
    effect: 'write',
    summary: 'Resend the webhook event of a completed bank transfer or funding',
    body: z.strictObject(transactionId),
    reply: z.object({}),
  }),
}
