import { z } from 'zod'
import { activities, choice } from './kit/choice.ts'
import { call } from './kit/call.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'
import { transaction, transactionStatuses, transactionTypes } from './transaction-records.ts'

/** Linked charges of a child account: on outgoing and on incoming money. */
export const childChargeCategories = ['DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES'] as const
const childCategories = ['BANK_FUNDING', 'BANK_TRANSFER', ...childChargeCategories] as const

const maybe = z.string().nullish()
const days = { startDate: filterDay, endDate: filterDay }
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()

/** Totals of all matching rows, not only of the page. */
const totals = { totalRecords, totalBalance: nairaReply.nullish(), totalChildAccounts: z.number().int().nullish() }

/** Totals of a holder's child accounts. */
const together = { totalChildAccounts: z.number().int(), totalBalance: nairaReply }

const childAccount = z.object({
  id: z.string(),
  createdAt: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: maybe,
  balance: nairaReply,
  /** An inactive account can receive money but not pay. */
  status: z.string(),
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
  merchant,
  /** Customer's wallet that owns the account; null for the merchant's own. */
  wallet: z.object({ id: z.string(), accountName: maybe }).nullish(),
})

export type ChildAccount = z.infer<typeof childAccount>

const accounts = z.object({ ...totals, accounts: z.array(childAccount) })

export const childAccounts = {
  merchants: call({
    method: 'GET',
    path: '/admin/child/merchants',
    permission: 'childAccounts.read',
    effect: 'read',
    summary:
      'List merchants with child accounts, newest first; searched by name or account number; the total balance is of all matches',
    query: z.object({ ...paging, name: searchText(), ...days }),
    reply: z.object({
      ...totals,
      merchants: z.array(z.object({ id: z.string(), createdAt: z.string(), businessName: z.string(), ...together })),
    }),
  }),
  wallets: call({
    method: 'GET',
    path: '/admin/child/wallets',
    permission: 'childAccounts.read',
    effect: 'read',
    summary:
      "List customers' wallets with child accounts, newest first; searched by name or account number; a wallet that is not ACTIVE counts as inactive",
    query: z.object({ ...paging, name: searchText(), status: choice(activities), merchantId: filterId('merchant') }),
    reply: z.object({
      ...totals,
      wallets: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          accountName: z.string(),
          merchant,
          ...together,
          status: z.string(),
        }),
      ),
    }),
  }),
  walletAccounts: call({
    method: 'GET',
    path: '/admin/child/wallet/accounts',
    permission: 'childAccounts.read',
    effect: 'read',
    summary: "List child accounts of customers' wallets, newest first",
    query: z.object({ ...paging, name: searchText(), status: choice(activities), walletId: filterId('wallet') }),
    reply: accounts,
  }),
  merchantAccounts: call({
    method: 'GET',
    path: '/admin/child/merchant/accounts',
    permission: 'childAccounts.read',
    effect: 'read',
    summary: "List merchants' own child accounts, newest first",
    query: z.object({ ...paging, name: searchText(), status: choice(activities), merchantId: filterId('merchant') }),
    reply: accounts,
  }),
  transactions: call({
    method: 'GET',
    path: '/admin/child/transactions',
    permission: 'childAccounts.read',
    effect: 'read',
    added: ['category'],
    summary: 'List collections, payouts and charges of child accounts, newest first',
    query: z.object({
      ...paging,
      childAccountId: filterId('child account'),
      type: choice(transactionTypes),
      status: choice(transactionStatuses, { SUCCESSFUL: 'SUCCESS' }),
      category: choice(childCategories),
      ...days,
    }),
    reply: z.object({
      totalRecords,
      /** The requested account; null if missing. */
      account: childAccount.nullish(),
      transactions: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          type: z.string(),
          category: z.string(),
          amount: nairaReply,
          charges: nairaReply.nullish(),
          status: z.string(),
          reference: maybe,
        }),
      ),
    }),
  }),
  transactionInfo: call({
    method: 'GET',
    path: '/admin/child/transaction/info',
    permission: 'childAccounts.read',
    effect: 'read',
    summary: 'Get a transaction of a child account with its linked charge',
    query: z.object({ transactionId: id('child transaction') }),
    reply: z.object({ transaction }),
  }),
}
