import { z } from 'zod'
import { call } from './kit/call.ts'
import { choice } from './kit/choice.ts'
import { filterDay } from './kit/day.ts'
import { filterId, id } from './kit/id.ts'
import { ledgerLine } from './kit/ledger-line.ts'
import { nairaReply } from './kit/naira.ts'
import { paging, totalRecords } from './kit/page.ts'
import { searchText } from './kit/text.ts'

export const ledgerStatuses = ['ACTIVE', 'INACTIVE'] as const

const maybe = z.string().nullish()
const count = z.number().int()

/** What an account held on a day: a credit is what its holder has, and what we earn; a debit less than nothing. */
const position = z.object({
  /** Of the account. */
  id: z.string(),
  kind: z.string().nullish(),
  /** The day in Lagos. */
  date: z.string(),
  name: maybe,
  accountNumber: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  walletId: maybe,
  openingBalance: nairaReply,
  credit: nairaReply,
  debit: nairaReply,
  closingBalance: nairaReply,
  /** What may be spent of it, which is known of the present day alone. */
  availableBalance: nairaReply.nullish(),
  status: z.string(),
})

export type LedgerPosition = z.infer<typeof position>

const asked = { ...paging, status: choice(ledgerStatuses), date: filterDay }

const entry = z.object({
  id: z.string(),
  createdAt: z.string(),
  transferId: z.string(),
  /** What moved the money. */
  kind: z.string(),
  reference: z.string(),
  /** The transaction in which people see it, where there is one. */
  transactionId: maybe,
  category: maybe,
  direction: z.string(),
  amount: nairaReply,
  /** What the account held once it had moved. */
  balance: nairaReply,
})

const transfer = z.object({
  id: z.string(),
  createdAt: z.string(),
  kind: z.string(),
  reference: z.string(),
  transactionId: maybe,
  category: maybe,
  status: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  lines: z.array(ledgerLine),
})

export type LedgerTransfer = z.infer<typeof transfer>

const finding = z.object({
  kind: z.string(),
  /** What harm it does: lost, duplicated, imbalance or auditGaps. */
  harm: z.string(),
  sentence: z.string(),
  count,
  /** Up to five of what is wrong. */
  ids: z.array(z.string()),
})

const check = z.object({
  id: z.string(),
  /** RUNNING, PASSED, FAILED where something is wrong, or STOPPED where it came to no end. */
  status: z.string(),
  startedAt: z.string(),
  endedAt: maybe,
  /** How many of the checks have been made. */
  done: count,
  total: count,
  requestedBy: maybe,
  findings: z.array(finding),
})

export type LedgerCheck = z.infer<typeof check>

/** A list of what the accounts of a kind held on a day; today unless asked otherwise. */
function read<const P extends `/${string}`>(path: P, summary: string) {
  return { method: 'GET', path, permission: 'ledger.read', effect: 'read', addition: true, summary } as const
}

/** The accounts of a kind, each of some merchant. */
const ofMerchants = {
  query: z.object({ ...asked, merchantId: filterId('merchant') }),
  reply: z.object({ totalRecords, accounts: z.array(position) }),
}

export const ledger = {
  merchants: call({
    ...read('/admin/ledger/merchants', "List the positions of merchants' accounts on a day, newest account first"),
    query: z.object({ ...asked, merchantId: filterId('merchant') }),
    reply: z.object({ totalRecords, merchants: z.array(position) }),
  }),
  wallets: call({
    ...read(
      '/admin/ledger/wallets',
      "List the positions of customers' wallets on a day; searched by name or account number",
    ),
    query: z.object({ ...asked, wallet: searchText(100) }),
    reply: z.object({ totalRecords, wallets: z.array(position) }),
  }),
  childAccounts: call({
    ...read('/admin/ledger/child-accounts', 'List the positions of child accounts on a day'),
    ...ofMerchants,
  }),
  subAccounts: call({
    ...read('/admin/ledger/sub-accounts', 'List the unsettled shares of sub-accounts on a day'),
    ...ofMerchants,
  }),
  stores: call({ ...read('/admin/ledger/stores', 'List the positions of stores on a day'), ...ofMerchants }),
  terminals: call({
    ...read('/admin/ledger/terminals', 'List the positions of terminals on a day, not yet moved to their stores'),
    ...ofMerchants,
  }),
  provider: call({
    ...read('/admin/ledger/provider', 'List the positions of our own accounts on a day'),
    query: z.object(asked),
    reply: z.object({ totalRecords, accounts: z.array(position) }),
  }),
  account: call({
    ...read('/admin/ledger/account', 'Get the position of an account on a day'),
    query: z.object({ accountId: id('account'), date: filterDay }),
    reply: z.object({ account: position }),
  }),
  series: call({
    ...read('/admin/ledger/series', 'Get the closing position of an account for each of the last days, oldest first'),
    query: z.object({
      accountId: id('account'),
      days: z.preprocess(
        (raw) => (raw === undefined || raw === '' ? 30 : Number(raw)),
        z.number().int().min(1).max(90),
      ),
    }),
    reply: z.object({
      series: z.array(
        z.object({
          day: z.string(),
          closingBalance: nairaReply,
          credit: nairaReply,
          debit: nairaReply,
          entries: count,
        }),
      ),
    }),
  }),
  entries: call({
    ...read(
      '/admin/ledger/entries',
      'List the entries of an account in a range of days, newest first, each with its balance',
    ),
    query: z.object({
      ...paging,
      accountId: id('account'),
      date: filterDay,
      startDate: filterDay,
      endDate: filterDay,
    }),
    reply: z.object({ totalRecords, entries: z.array(entry) }),
  }),
  transfer: call({
    ...read('/admin/ledger/transfer', 'Get a transfer with all its entries'),
    query: z.object({ transferId: id('transfer') }),
    reply: z.object({ transfer }),
  }),
  check: call({
    ...read('/admin/ledger/check', 'Get the findings of the last ledger check and the progress of the running one'),
    reply: z.object({ last: check.nullish(), running: check.nullish() }),
  }),
  startCheck: call({
    method: 'POST',
    path: '/admin/ledger/check',
    permission: 'ledger.write',
    effect: 'write',
    addition: true,
    summary: 'Start a ledger check; returns the running one if there is one',
    reply: z.object({ checkId: z.string() }),
  }),
}
