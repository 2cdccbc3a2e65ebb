import { transactions } from '@kobo/contract/transactions'
import { created } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { amountColumns, otherSideColumns, transactionExports, transactionPanel } from './transaction-columns.tsx'

/** Transactions of a merchant's own wallet. A row opens a dialog. */
export const merchantTransactionList = defineList(transactions.merchantList, 'transactions', {
  name: 'merchant-transactions',
  title: 'Transactions',
  columns: [created(), ...otherSideColumns, ...amountColumns],
  search: { key: 'reference', label: 'Search by reference number' },
  filters: [
    choice('type', 'Type', [
      { value: 'DEBIT', label: 'Debit' },
      { value: 'CREDIT', label: 'Credit' },
    ]),
    dayRange(),
  ],
  exports: transactionExports,
  words: { refetch: 'Refetch List', empty: 'Transaction Record not Found' },
  changes: ({ status: at }) => isInProgress(at) && 'slow',
  panel: transactionPanel,
})
