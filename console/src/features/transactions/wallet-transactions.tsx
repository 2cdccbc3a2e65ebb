import type { Card } from '../../list/define-list.ts'
import { List } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { type Analytics, TransactionTab } from './transaction-tab.tsx'
import { walletTransactionList } from './wallet-transaction-list.tsx'

/** Falls back to the merchant's overall figures if the server has none for wallets. */
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

/** Tab of a merchant's customer-wallet transactions. */
export function MerchantWalletTransactions({ merchantId }: { merchantId: string }) {
  return (
    <TransactionTab merchantId={merchantId} scope="WALLET" cards={cards}>
      <List of={walletTransactionList} with={{ merchantId }} />
    </TransactionTab>
  )
}
