import { storeCategories, storeStatuses, stores } from '@kobo/contract/stores'
import { transactions } from '@kobo/contract/transactions'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { recordFilter } from '../../list/record-filter.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { panel } from '../../record/panel.tsx'
import { paidIn } from '../../status/statuses.ts'
import { ShopLink } from '../../transaction/related-links.tsx'
import { sentenceCase } from '../../ui/format-text.ts'
import { transferFields } from '../../transaction/transfer-fields.ts'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const TerminalPicker = lazyComponent(() => import('./store-pickers.tsx'), 'TerminalPicker')

const terminalFilter = recordFilter({ key: 'terminal', sends: 'terminalId', label: 'Terminal' }, TerminalPicker)

const categories = storeCategories.map((value) => ({ value, label: sentenceCase(value) }))
const statuses = statusFilter(paidIn, storeStatuses)

/** Transactions of stores and their terminals. A row opens a side panel. */
export const storeTransactionList = defineList(stores.transactions, 'transactions', {
  name: 'store-transactions',
  title: 'Transactions',
  columns: [
    created(),
    text('Store', (row) => row.store?.name, 140),
    text('Merchant', (row) => row.merchant?.businessName, 150),
    code('Terminal', (row) => row.terminal?.serialNumber, 130),
    text('Category', (row) => sentenceCase(row.category), 165),
    naira('Amount', (row) => row.amount, 140),
    code('Reference', (row) => row.reference, 150),
    status(paidIn, 120),
  ],
  search: { key: 'search', label: 'Search reference, session ID or store' },
  filters: [choice('category', 'Category', categories), terminalFilter, merchantFilter(), statuses, dayRange()],
  urlNames: {
    category: 'category',
    terminal: 'terminal',
    terminalName: 'terminalName',
    merchant: 'merchant',
    status: 'filterStatus',
    startDate: 'startDate',
    endDate: 'endDate',
  },
  changes: isPending,
  panel: panel(transactions.info, 'transaction', {
    title: 'Transaction Summary',
    changes: isPending,
    fields: [
      status(paidIn),
      created('Date'),
      text('Category', (transaction) => sentenceCase(transaction.category)),
      text('Type', (transaction) => sentenceCase(transaction.type)),
      text('Store', (transaction) => transaction.store?.name),
      { title: 'Shop', cell: (transaction) => <ShopLink shop={transaction.shop} /> },
      code('Terminal', (transaction) => transaction.terminal?.serialNumber),
      {
        title: 'Merchant',
        cell: ({ merchantId: id, merchantName: businessName }) => <MerchantLink merchant={{ id, businessName }} />,
      },
      naira('Amount', (transaction) => transaction.amount),
      naira('Charges', (transaction) => transaction.charges),
      ...transferFields,
    ],
    footer: ({ id }) => id && <TransactionLink transactionId={id} />,
  }),
})

function isPending({ status: at }: { status: string }): boolean {
  return isInProgress(at)
}
