import { walletCategories } from '@kobo/contract/transaction-records'
import { transactions } from '@kobo/contract/transactions'
import { accountDetails } from '../../columns/account.tsx'
import { created, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { amountColumns, counterparty, transactionExports, transactionPanel } from './transaction-columns.tsx'

/** Transactions of a merchant's customer wallets. A row opens a dialog. */
export const walletTransactionList = defineList(transactions.walletList, 'transactions', {
  name: 'merchant-wallet-transactions',
  title: 'Wallet transactions',
  columns: [
    created(),
    text('Wallet name', (row) => row.walletName, 220),
    accountDetails(counterparty, 280),
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
  words: { refetch: 'Refetch List', empty: 'Transaction Record not Found' },
  changes: ({ status: at }) => isInProgress(at) && 'slow',
  panel: transactionPanel,
})
