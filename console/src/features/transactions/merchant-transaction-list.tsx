import { transactions } from '@kobo/contract/transactions'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { amountColumns, dateColumn, otherSideColumns, transactionExports } from './transaction-columns.tsx'

/** Transactions of a merchant's own wallet; a row opens in a dialog over the page. */
export const merchantTransactionList = defineList(
  transactions.merchantList,
  (reply) => reply.transactions,
)({
  name: 'merchant-transactions',
  title: 'Transactions',
  columns: [dateColumn, ...otherSideColumns, ...amountColumns],
  search: { key: 'reference', label: 'Search by reference number' },
  filters: [
    choice('type', 'Type', [
      { value: 'DEBIT', label: 'Debit' },
      { value: 'CREDIT', label: 'Credit' },
    ]),
    dayRange(),
  ],
  exports: transactionExports,
  words: { empty: 'Transaction Record not Found' },
  open: (row) => ({ transactionId: row.id }),
})
