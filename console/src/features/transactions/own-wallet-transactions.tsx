import { List } from '../../list/list.tsx'
import { ownWalletTransactionList } from './own-wallet-transaction-list.tsx'

/** Transaction list on a wallet's page. */
export function OwnWalletTransactions({ walletId }: { walletId: string }) {
  return <List of={ownWalletTransactionList} with={{ walletId }} />
}
