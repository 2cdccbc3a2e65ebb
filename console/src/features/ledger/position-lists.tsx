import { ledger, type LedgerPosition } from '@kobo/contract/ledger'
import { code, day, naira, status, text } from '../../columns/columns.tsx'
import { type Column, defineList } from '../../list/define-list.ts'
import { dayFilter } from '../../list/day-filter.tsx'
import { choice, textFilter } from '../../list/filter-fields.tsx'
import { listWords } from '../../list/list-words.ts'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { ledgerAccount } from './ledger-statuses.ts'

const activities = choice('status', 'Status', [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
])

/** What an account held on a day, after whose it is. */
function positions(...whose: Column<LedgerPosition>[]): Column<LedgerPosition>[] {
  return [
    day('Date', (row) => row.date),
    ...whose,
    naira('Opening balance', (row) => row.openingBalance, 150),
    naira('Credit', (row) => row.credit),
    naira('Debit', (row) => row.debit),
    naira('Closing balance', (row) => row.closingBalance, 150),
    naira('Available balance', (row) => row.availableBalance, 150),
    status(ledgerAccount, 110),
  ]
}

const merchantName = text<LedgerPosition>('Merchant name', (row) => row.merchant?.businessName, 190)
const accountNumber = code<LedgerPosition>('Account number', (row) => row.accountNumber, 130)

/** What all of these lists do alike: a row leads to what moved on the account on its day. */
const alike = {
  exports: [activities],
  urlNames: { status: 'filterStatus', date: 'date' },
  words: listWords,
  open: (row: LedgerPosition) => paths.ledgerAccount(row.id, { startDate: row.date, endDate: row.date }),
}
const ofMerchant = [merchantFilter(), activities, dayFilter('date', 'Date')] as const

export const merchantPositionList = defineList(
  ledger.merchants,
  'merchants',
)({
  ...alike,
  name: 'ledger-merchants',
  title: 'Merchants',
  columns: positions(merchantName),
  filters: ofMerchant,
})

export const walletPositionList = defineList(
  ledger.wallets,
  'wallets',
)({
  ...alike,
  name: 'ledger-wallets',
  title: 'Wallets',
  columns: positions(
    text('Wallet name', (row) => row.name, 180),
    merchantName,
  ),
  filters: [textFilter('wallet', 'Wallet'), activities, dayFilter('date', 'Date')],
})

export const childPositionList = defineList(
  ledger.childAccounts,
  'accounts',
)({
  ...alike,
  name: 'ledger-child-accounts',
  title: 'Child accounts',
  columns: positions(
    text('Account name', (row) => row.name, 180),
    accountNumber,
    merchantName,
  ),
  filters: ofMerchant,
})

export const subAccountPositionList = defineList(
  ledger.subAccounts,
  'accounts',
)({
  ...alike,
  name: 'ledger-sub-accounts',
  title: 'Sub-accounts',
  columns: positions(
    text('Sub-account name', (row) => row.name, 180),
    merchantName,
  ),
  filters: ofMerchant,
})

export const storePositionList = defineList(
  ledger.stores,
  'accounts',
)({
  ...alike,
  name: 'ledger-stores',
  title: 'Stores',
  columns: positions(
    text('Store name', (row) => row.name, 180),
    merchantName,
  ),
  filters: ofMerchant,
})

export const terminalPositionList = defineList(
  ledger.terminals,
  'accounts',
)({
  ...alike,
  name: 'ledger-terminals',
  title: 'Terminals',
  columns: positions(
    code('Serial number', (row) => row.name, 150),
    merchantName,
  ),
  filters: ofMerchant,
})

/** Our own: what banks hold for us and what we spend stands below nothing, what we earn and owe above. */
export const providerPositionList = defineList(
  ledger.provider,
  'accounts',
)({
  ...alike,
  name: 'ledger-provider',
  title: 'Provider',
  columns: positions(text('Account name', (row) => row.name, 210)),
  filters: [activities, dayFilter('date', 'Date')],
})
