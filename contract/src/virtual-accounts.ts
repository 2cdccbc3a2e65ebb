import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { payment } from './kit/payment.ts'
import { searchText } from './kit/text.ts'

export const usages = ['USED', 'UNUSED'] as const
export const paymentMethods = ['Card', 'Bank'] as const
export const paidInStatuses = ['SUCCESS', 'PENDING', 'FAILED', 'QUEUED', 'DECLINED'] as const

const maybe = z.string().nullish()
const days = { startDate: filterDay, endDate: filterDay }
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()

const virtualAccount = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** UNUSED until the first collection. */
  status: z.string(),
  /** VIRTUAL (dynamic) accepts one payment, STATIC any number. */
  kind: maybe,
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: maybe,
  /** Expected amount; null if any amount is accepted. */
  amount: nairaReply.nullish(),
  /** Charges of the single payment to the merchant; null until it is paid, and for static accounts. */
  charges: nairaReply.nullish(),
  metadata: z.object({ reference: maybe }).nullish(),
  merchant,
  expiresAt: maybe,
  closedAt: maybe,
})

const virtualAccountInfo = virtualAccount.extend({
  /** Wallet that is credited; null for the merchant's own account. */
  wallet: z.object({ id: z.string(), accountName: maybe }).nullish(),
  usedAt: maybe,
  payments: z.array(payment).optional(),
})

export type VirtualAccountInfo = z.infer<typeof virtualAccountInfo>

export const virtualAccounts = {
  list: call({
    method: 'GET',
    path: '/admin/virtual-accounts',
    permission: 'collections.read',
    effect: 'read',
    summary: 'List virtual accounts, newest first; the account number is exact or a prefix',
    query: z.object({
      ...paging,
      accountNumber: searchText(20),
      usage: choice(usages),
      name: searchText(),
      ...days,
    }),
    reply: z.object({ totalRecords, accounts: z.array(virtualAccount) }),
  }),
  info: call({
    method: 'GET',
    path: '/admin/virtual-account/info',
    permission: 'collections.read',
    effect: 'read',
    summary: 'Get a virtual account with its most recent payments',
    query: z.object({ virtualAccountId: id('virtual account') }),
    reply: virtualAccountInfo,
  }),
  transactions: call({
    method: 'GET',
    path: '/virtual-accounts/transactions',
    permission: 'collections.read',
    effect: 'read',
    added: ['reference'],
    summary:
      'List collections on virtual accounts, declined ones included, newest first; the reference or session ID is exact or a prefix',
    query: z.object({
      ...paging,
      merchantId: filterId('merchant'),
      paymentMethod: choice(paymentMethods),
      status: choice(paidInStatuses),
      reference: searchText(100),
      ...days,
    }),
    reply: z.object({
      totalRecords,
      transactions: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          status: z.string(),
          amount: nairaReply,
          charges: nairaReply.nullish(),
          paymentMethod: maybe,
          reference: maybe,
          sessionId: maybe,
          accountName: maybe,
          accountNumber: maybe,
          senderName: maybe,
          merchantId: maybe,
          merchant,
        }),
      ),
    }),
  }),
}
