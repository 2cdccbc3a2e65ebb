import { z } from 'zod'
import { activities, choice } from './kit/choice.ts'
import { call } from './kit/call.ts'
import { filterDay } from './kit/day.ts'
import { filterId } from './kit/id.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'
import { transactionStatuses, transactionTypes } from './transaction-records.ts'

export const storeCategories = [
  'DEBIT_STORE',
  'TRANSFER_FROM_STORE',
  'CREDIT_STORE',
  'TRANSFER_FROM_MERCHANT',
  'TERMINAL_TO_STORE',
  'TRANSFER_FROM_TERMINAL',
  'BANK_TRANSFER',
] as const
export const storeStatuses = [...transactionStatuses, 'DECLINED'] as const

const maybe = z.string().nullish()
const merchant = z.object({ id: maybe, businessName: maybe }).nullish()

const storeTransaction = z.object({
  id: z.string(),
  createdAt: z.string(),
  type: z.enum(transactionTypes).nullish(),
  category: z.string(),
  amount: nairaReply,
  charges: nairaReply.nullish(),
  status: z.string(),
  reference: maybe,
  /** The store, or the store of the terminal. */
  store: z.object({ id: z.string(), name: maybe }).nullish(),
  /** Terminal involved; missing for transfers between a store and its merchant, and for outgoing money. */
  terminal: z.object({ id: z.string(), serialNumber: maybe }).nullish(),
  merchant,
})

const store = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string(),
  /** Shop of the store; null if it belongs to none. */
  shop: z.object({ id: z.string(), name: maybe, branch: maybe }).nullish(),
  merchant,
  accountNumber: maybe,
  balance: nairaReply,
  terminals: z.number().int().nullish(),
  /** Whether a freeze of it, its holder or its merchant is in force. */
  isFrozen: z.boolean().nullish(),
})

const terminal = z.object({
  id: z.string(),
  createdAt: z.string(),
  serialNumber: z.string(),
  /** An inactive terminal accepts no payments. */
  status: z.string(),
  store: z.object({ id: z.string(), name: maybe }).nullish(),
  merchant,
  accountNumber: maybe,
  balance: nairaReply,
})

export const stores = {
  transactions: call({
    method: 'GET',
    path: '/admin/store/transactions',
    permission: 'stores.read',
    effect: 'read',
    addition: true,
    summary:
      'List transactions of stores and terminals, newest first; searched by store, or by reference or session ID, exact or a prefix',
    query: z.object({
      ...paging,
      category: choice(storeCategories),
      terminalId: filterId('terminal'),
      status: choice(storeStatuses, { SUCCESSFUL: 'SUCCESS' }),
      merchantId: filterId('merchant'),
      shopId: filterId('shop'),
      search: searchText(100),
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, transactions: z.array(storeTransaction) }),
  }),
  list: call({
    method: 'GET',
    path: '/admin/stores',
    permission: 'stores.read',
    effect: 'read',
    addition: true,
    summary: 'List stores with their balances, newest first; searched by name or account number',
    query: z.object({
      ...paging,
      name: searchText(100),
      shopId: filterId('shop'),
      merchantId: filterId('merchant'),
    }),
    reply: z.object({ totalRecords, stores: z.array(store) }),
  }),
  terminals: call({
    method: 'GET',
    path: '/admin/terminals',
    permission: 'stores.read',
    effect: 'read',
    addition: true,
    summary: 'List terminals with their balances, newest first; the serial number is exact or a prefix',
    query: z.object({
      ...paging,
      storeId: filterId('store'),
      serialNumber: searchText(60),
      status: choice(activities),
      shopId: filterId('shop'),
      merchantId: filterId('merchant'),
    }),
    reply: z.object({ totalRecords, terminals: z.array(terminal) }),
  }),
}
