import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice, choices } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId } from './kit/id.ts'
import { filterNaira, nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText, text } from './kit/text.ts'
import { allCategories, transactionRow, transactionStatuses, transactionTypes } from './transaction-records.ts'

/** Kinds of records found. `transaction` is any movement of money, `account` a virtual account, `batch` one of payouts. */
export const hitKinds = [
  'merchant',
  'wallet',
  'childAccount',
  'account',
  'transaction',
  'batch',
  'dispute',
  'settlement',
  'subAccount',
  'card',
  'cardBatch',
  'store',
  'terminal',
  'checkout',
  'paymentLink',
  'member',
  'contactMessage',
] as const

/** Fields by which a record can match. */
export const hitReasons = [
  'ID',
  'NAME',
  'EMAIL',
  'PHONE',
  'ACCOUNT_NUMBER',
  'REFERENCE',
  'SESSION_ID',
  'AMOUNT',
  'BVN',
  'NIN',
  'RC_NUMBER',
  'CARD_NUMBER',
  'SERIAL_NUMBER',
  'URL',
] as const

/** Search text limit, long enough for a pasted checkout URL. */
export const findTextLength = 500

export type HitKind = (typeof hitKinds)[number]
export type HitReason = (typeof hitReasons)[number]

const maybe = z.string().nullish()

const hit = z.object({
  /** One of `hitKinds`; a console shows an unknown kind as text. */
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** PRODUCTION or SANDBOX; defaults to the current mode. */
  mode: maybe,
  merchantId: maybe,
  walletId: maybe,
  /** Record whose page shows this one, such as the sub-account of a settlement. */
  parentId: maybe,
  amount: nairaReply.nullish(),
  status: maybe,
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
  createdAt: maybe,
  /** Values of `hitReasons`. */
  why: z.array(z.string()).nullish(),
})

export type SearchHit = z.infer<typeof hit>

export const transactionOrders = ['newest', 'oldest', 'largest', 'smallest'] as const
export const foundStatuses = [...transactionStatuses, 'DECLINED'] as const

const found = transactionRow.extend({ merchantName: maybe, sessionId: maybe })

export type FoundTransaction = z.infer<typeof found>

export const search = {
  everything: call({
    method: 'GET',
    path: '/admin/search',
    permission: 'own',
    effect: 'read',
    summary:
      "Search records of both modes, the session's mode first and exact matches first within each: by id, words of a name, email address, phone, account number, session ID, reference or its prefix, amount, RC number, masked card number, serial number, URL of a payment link or checkout, and by BVN or NIN if the caller may reveal them; two of these together find what matches both",
    addition: true,
    query: z.object({ text: text(findTextLength, 'Enter a search term') }),
    reply: z.object({ hits: z.array(hit) }),
  }),
  transactions: call({
    method: 'GET',
    path: '/admin/search/transactions',
    permission: 'transactions.read',
    effect: 'read',
    summary:
      'List transactions of all merchants, customers and stores, newest first unless `sort` is given; counted and paged up to 1,000',
    addition: true,
    query: z.object({
      ...paging,
      status: choices(foundStatuses),
      type: choice(transactionTypes),
      category: choice(allCategories),
      merchantId: filterId('merchant'),
      minAmount: filterNaira,
      maxAmount: filterNaira,
      /** Exact account number of the counterparty. */
      accountNumber: searchText(20),
      /** Words of the counterparty's account name. */
      accountName: searchText(100),
      sessionId: searchText(40),
      reference: searchText(100),
      startDate: filterDay,
      endDate: filterDay,
      sort: choice(transactionOrders),
    }),
    reply: z.object({
      /** At most 1,000. */
      totalRecords,
      /** Whether more rows match than were counted. */
      isMore: z.boolean().nullish(),
      transactions: z.array(found),
    }),
  }),
}
