import { walletCategories } from '@kobo/contract/transaction-records'
import { transactions } from '@kobo/contract/transactions'
import { created } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { List } from '../../list/list.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { sentenceCase } from '../../ui/format-text.ts'
import { amountColumns, otherSideColumns, transactionExports, transactionPanel } from './transaction-columns.tsx'

/** Transactions of one wallet. A row opens a dialog. */
export const ownWalletTransactionList = defineList(transactions.walletList, 'transactions', {
  name: 'wallet-transactions',
  title: 'Transactions',
  columns: [created(), ...otherSideColumns, ...amountColumns],
  search: { key: 'reference', label: 'Search by reference number' },
  filters: [
    choice(
      'category',
      'Category',
      walletCategories.map((value) => ({ value, label: sentenceCase(value) })),
    ),
    merchantFilter(),
    dayRange(),
  ],
  exports: [...transactionExports, dayRange()],
  words: { refetch: 'Refetch List' },
  changes: ({ status: at }) => isInProgress(at) && 'slow',
  panel: transactionPanel,
})

/** Transaction list on a wallet's page. */
export function OwnWalletTransactions({ walletId }: { walletId: string }) {
  return <List of={ownWalletTransactionList} with={{ walletId }} />
}
