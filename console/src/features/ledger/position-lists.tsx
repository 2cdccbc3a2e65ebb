import { ledger, type LedgerPosition } from '@kobo/contract/ledger'
import { code, day, naira, status, text } from '../../columns/columns.tsx'
import { type Column, defineList } from '../../list/define-list.ts'
import { dayFilter } from '../../list/day-filter.tsx'
import { choice, textFilter } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { activity } from '../../status/statuses.ts'

const activities = choice('status', 'Status', [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
])

/** Returns the columns of a position list, with the given owner columns after the date. */
function positions(...ownerColumns: Column<LedgerPosition>[]): Column<LedgerPosition>[] {
  return [
    day('Date', (row) => row.date),
    ...ownerColumns,
    { ...naira<LedgerPosition>('Opening balance', (row) => row.openingBalance, 136), stays: false },
    naira('Credit', (row) => row.credit, 112),
    naira('Debit', (row) => row.debit, 112),
    naira('Closing balance', (row) => row.closingBalance, 136),
    { ...naira<LedgerPosition>('Available balance', (row) => row.availableBalance, 136), stays: true },
    status(activity, 102),
  ]
}

const merchantName = text<LedgerPosition>('Merchant name', (row) => row.merchant?.businessName, 150)
const nameColumn = (header: string, width = 150) => text<LedgerPosition>(header, (row) => row.name, width)

/** Options shared by the position lists; a row links to the account's entries on that day. */
const sharedOptions = {
  exports: [activities],
  open: (row: LedgerPosition) => paths.ledgerAccount(row.id, { startDate: row.date, endDate: row.date }),
}
const sharedUrlNames = { status: 'filterStatus', date: 'date' }
const merchantOptions = {
  filters: [merchantFilter(), activities, dayFilter('date', 'Date')],
  urlNames: { merchant: 'merchant', ...sharedUrlNames },
}

export const merchantPositionList = defineList(ledger.merchants, 'merchants', {
  ...sharedOptions,
  name: 'ledger-merchants',
  title: 'Merchants',
  columns: positions(merchantName),
  ...merchantOptions,
})

export const walletPositionList = defineList(ledger.wallets, 'wallets', {
  ...sharedOptions,
  name: 'ledger-wallets',
  title: 'Wallets',
  columns: positions(nameColumn('Wallet name'), merchantName),
  filters: [textFilter('wallet', 'Wallet'), activities, dayFilter('date', 'Date')],
  urlNames: { wallet: 'wallet', ...sharedUrlNames },
})

/** Returns a position list of one kind of account, filtered by merchant. */
function accountList(
  call: Omit<typeof ledger.stores, 'path'> & { path: `/${string}` },
  name: string,
  title: string,
  ownerColumns: readonly Column<LedgerPosition>[],
) {
  return defineList(call, 'accounts', {
    ...sharedOptions,
    name,
    title,
    columns: positions(...ownerColumns, merchantName),
    ...merchantOptions,
  })
}

export const childPositionList = accountList(ledger.childAccounts, 'ledger-child-accounts', 'Child accounts', [
  nameColumn('Account name', 112),
  code('Account number', (row) => row.accountNumber, 112),
])

export const subAccountPositionList = accountList(ledger.subAccounts, 'ledger-sub-accounts', 'Sub-accounts', [
  nameColumn('Sub-account name'),
])

export const storePositionList = accountList(ledger.stores, 'ledger-stores', 'Stores', [nameColumn('Store name')])

export const terminalPositionList = accountList(ledger.terminals, 'ledger-terminals', 'Terminals', [
  code('Serial number', (row) => row.name, 150),
])

/** Our own accounts: bank floats and expenses are negative, income and payables positive. */
export const providerPositionList = defineList(ledger.provider, 'accounts', {
  ...sharedOptions,
  name: 'ledger-provider',
  title: 'Provider',
  columns: positions(nameColumn('Account name', 210)),
  filters: [activities, dayFilter('date', 'Date')],
  urlNames: sharedUrlNames,
})
