import type { Card } from '../../list/define-list.ts'
import { List } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { merchantTransactionList } from './merchant-transaction-list.tsx'
import { type Analytics, TransactionTab } from './transaction-tab.tsx'

const StatementButton = lazyComponent(() => import('./statement/statement-button.tsx'), 'StatementButton')

const cards: readonly Card<Analytics>[] = [
  { label: 'Total balance', value: (reply) => formatNaira(reply.totalBalance) },
  { label: 'Total transaction value', value: (reply) => formatNaira(reply.totalTransactionValue) },
  { label: 'Total transaction volume', value: (reply) => reply.totalTransactionVolume },
]

/** Tab of a merchant's own transactions. */
export function MerchantTransactions({ merchantId }: { merchantId: string }) {
  return (
    <TransactionTab merchantId={merchantId} scope="MERCHANT" cards={cards}>
      <List of={merchantTransactionList} with={{ merchantId }} actions={<StatementButton merchantId={merchantId} />} />
    </TransactionTab>
  )
}
