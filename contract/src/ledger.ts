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

/** Position of an account on a day. A credit increases what the holder has or we earn; a debit is negative. */
const position = z.object({
  /** Id of the account. */
  id: z.string(),
  kind: z.string().nullish(),
  /** Day in Lagos. */
  date: z.string(),
  name: maybe,
  accountNumber: maybe,
  merchant: z.object({ id: maybe, businessName: maybe }).nullish(),
  walletId: maybe,
  openingBalance: nairaReply,
  credit: nairaReply,
  debit: nairaReply,
  closingBalance: nairaReply,
  /** Spendable balance, known for the current day only. */
  availableBalance: nairaReply.nullish(),
  status: z.string(),
})

export type LedgerPosition = z.infer<typeof position>

const listFilters = { ...paging, status: choice(ledgerStatuses), date: filterDay }

const entry = z.object({
  id: z.string(),
  createdAt: z.string(),
  transferId: z.string(),
  /** Kind of the transfer. */
  kind: z.string(),
  reference: z.string(),
  /** Transaction shown to operators, if there is one. */
  transactionId: maybe,
  category: maybe,
  direction: z.string(),
  amount: nairaReply,
  /** Balance after the entry. */
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
  /** Impact: lost, duplicated, imbalance or auditGaps. */
  harm: z.string(),
  sentence: z.string(),
  count,
  /** Up to five affected ids. */
  ids: z.array(z.string()),
})

const check = z.object({
  id: z.string(),
  /** RUNNING, PASSED, FAILED if there are findings, or STOPPED if it did not finish. */
  status: z.string(),
  startedAt: z.string(),
  endedAt: maybe,
  /** Number of completed checks. */
  done: count,
  total: count,
  requestedBy: maybe,
  findings: z.array(finding),
})

export type LedgerCheck = z.infer<typeof check>

/** Fields common to the ledger's read calls. */
function read<const P extends `/${string}`>(path: P, summary: string) {
  return { method: 'GET', path, permission: 'ledger.read', effect: 'read', addition: true, summary } as const
}

/** List of one kind of account, filtered by merchant. */
const ofMerchants = {
  query: z.object({ ...listFilters, merchantId: filterId('merchant') }),
  reply: z.object({ totalRecords, accounts: z.array(position) }),
}

export const ledger = {
  merchants: call({
    ...read('/admin/ledger/merchants', "List the positions of merchants' accounts on a day, newest account first"),
    query: z.object({ ...listFilters, merchantId: filterId('merchant') }),
    reply: z.object({ totalRecords, merchants: z.array(position) }),
  }),
  wallets: call({
    ...read(
      '/admin/ledger/wallets',
      "List the positions of customers' wallets on a day; searched by name or account number",
    ),
    query: z.object({ ...listFilters, wallet: searchText(100) }),
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
    query: z.object(listFilters),
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
