import { type TransactionRow, walletCategories } from '@kobo/contract/transaction-records'
import { transactions } from '@kobo/contract/transactions'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { AccountDetails } from '../../money/account-details.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { sentenceCase } from '../../transaction/transaction-words.ts'
import { amountColumns, dateColumn, otherSide, transactionExports } from './transaction-columns.tsx'

/** Transactions of the wallets of a merchant's customers; a row opens in a dialog over the page. */
export const walletTransactionList = defineList(
  transactions.walletList,
  (reply) => reply.transactions,
)({
  name: 'merchant-wallet-transactions',
  title: 'Wallet transactions',
  columns: [
    dateColumn,
    { title: 'Wallet name', text: (row) => orEmpty(row.walletName), width: 220 },
    {
      title: 'Account details',
      cell: (row) => <AccountDetails {...otherSide(row)} />,
      text: accountText,
      width: 280,
    },
    ...amountColumns,
  ],
  search: { key: 'reference', label: 'Search by wallet reference' },
  filters: [
    choice(
      'category',
      'Category',
      walletCategories.map((value) => ({ value, label: sentenceCase(value) })),
    ),
    dayRange(),
  ],
  exports: transactionExports,
  words: { empty: 'Transaction Record not Found' },
  open: (row) => ({ transactionId: row.id }),
})

function accountText(row: TransactionRow): string {
  const { number, bank } = otherSide(row)
  return orEmpty([number, bank].filter(Boolean).join(', '))
}
