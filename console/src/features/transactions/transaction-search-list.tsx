import { foundStatuses, search, transactionOrders } from '@kobo/contract/search'
import { allCategories, transactionTypes } from '@kobo/contract/transaction-records'
import { created, naira, status, text } from '../../columns/columns.tsx'
import { accountNumber, reference, sessionId } from '../../columns/copyable-code.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { choices } from '../../list/choices-filter.tsx'
import { choice, dayRange, textFilter } from '../../list/filter-fields.tsx'
import { datePresets } from '@kobo/contract/kit/date-presets'
import { amountFilter } from '../../money/amount-filter.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { paidIn, statusOptions } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { counterparty } from './transaction-columns.tsx'

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: sentenceCase(value) }))
const statuses = choices('status', 'Status', statusOptions(paidIn, foundStatuses))
const types = toOptions(transactionTypes)
const categories = toOptions(allCategories)
const orders = transactionOrders.map((value) => ({ value, label: `${sentenceCase(value)} first` }))

/** Search over the transactions of all merchants. A row links to the transaction's page. */
export const foundTransactionList = defineList(search.transactions, 'transactions', {
  name: 'found-transactions',
  title: 'Transactions',
  columns: [
    created('Date'),
    {
      title: 'Merchant',
      cell: (row) => <MerchantLink merchant={{ id: row.merchantId, businessName: row.merchantName }} />,
      text: (row) => row.merchantName ?? '',
      width: 160,
    },
    text('Type', (row) => sentenceCase(row.type), 75),
    { ...text('Category', (row) => sentenceCase(row.category), 150), onDemand: true },
    text('Counterparty', (row) => counterparty(row).accountName, 180),
    accountNumber((row) => counterparty(row).accountNumber, 145),
    { ...text('Bank', (row) => counterparty(row).bankName, 120), onDemand: true },
    naira('Amount', (row) => row.amount, 150),
    { ...naira('Charges', (row) => row.charges, 100), onDemand: true },
    status(paidIn, 120),
    reference((row) => row.reference),
    { ...sessionId((row) => row.sessionId), onDemand: true },
  ],
  filters: [
    amountFilter(),
    textFilter('accountNumber', 'Account number'),
    textFilter('accountName', 'Account name'),
    textFilter('reference', 'Reference'),
    textFilter('sessionId', 'Session ID'),
    merchantFilter(),
    statuses,
    choice('type', 'Type', types),
    choice('category', 'Category', categories),
    dayRange(datePresets),
    choice('sort', 'Order', orders),
  ],
  exports: [statuses, choice('type', 'Type', types), dayRange()],
  urlNames: {
    status: 'filterStatus',
    type: 'type',
    category: 'category',
    merchant: 'merchant',
    merchantName: 'merchantName',
    minAmount: 'minAmount',
    maxAmount: 'maxAmount',
    accountNumber: 'accountNumber',
    accountName: 'accountName',
    sessionId: 'sessionId',
    reference: 'reference',
    startDate: 'startDate',
    endDate: 'endDate',
    sort: 'sort',
  },
  words: {
    beyond: 'No match among the transactions scanned. Choose dates to search all of them.',
  },
  changes: ({ status: at }) => isInProgress(at) && 'slow',
  open: (row) => paths.transaction(row.id),
})

/** The page's only list. */
export const tabs: ListTabs = [listTab('all', foundTransactionList)]
