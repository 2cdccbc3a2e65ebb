import { lazy, Suspense } from 'react'
import type { Card } from '../../list/define-list.ts'
import { List } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { merchantTransactionList } from './merchant-transaction-list.tsx'
import { type Analytics, TransactionTab } from './transaction-tab.tsx'

const StatementButton = lazy(() =>
  import('./statement/statement-button.tsx').then((file) => ({ default: file.StatementButton })),
)

const cards: readonly Card<Analytics>[] = [
  { label: 'Total balance', value: (reply) => formatNaira(reply.totalBalance) },
  { label: 'Total transaction value', value: (reply) => formatNaira(reply.totalTransactionValue) },
  { label: 'Total transaction volume', value: (reply) => reply.totalTransactionVolume },
]

/** A merchant's own transactions, on its page. */
export function MerchantTransactions({ merchantId }: { merchantId: string }) {
  const actions = (
    <Suspense>
      <StatementButton merchantId={merchantId} />
    </Suspense>
  )
  return (
    <TransactionTab merchantId={merchantId} scope="MERCHANT" cards={cards}>
      <List of={merchantTransactionList} with={{ merchantId }} actions={actions} />
    </TransactionTab>
  )
}
