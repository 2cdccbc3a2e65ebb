import type { Card } from '../../list/define-list.ts'
import { List } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { type Analytics, TransactionTab } from './transaction-tab.tsx'
import { walletTransactionList } from './wallet-transaction-list.tsx'

/** A server that keeps no figures of the wallets alone gives those that it has. */
const cards: readonly Card<Analytics>[] = [
  { label: 'Total wallets', value: (reply) => reply.totalWallets },
  { label: 'Total wallet balance', value: (reply) => formatNaira(reply.totalWalletBalance) },
  {
    label: 'Total transaction value',
    value: (reply) => formatNaira(reply.totalWalletTransactionValue ?? reply.totalTransactionValue),
  },
  {
    label: 'Total transaction volume',
    value: (reply) => reply.totalWalletTransactionVolume ?? reply.totalTransactionVolume,
  },
]

/** Transactions of the wallets of a merchant's customers, on the merchant's page. */
export function MerchantWalletTransactions({ merchantId }: { merchantId: string }) {
  return (
    <TransactionTab merchantId={merchantId} scope="WALLET" cards={cards}>
      <List of={walletTransactionList} with={{ merchantId }} />
    </TransactionTab>
  )
}
