import { List } from '../../list/list.tsx'
import { ownWalletTransactionList } from './own-wallet-transaction-list.tsx'

/** A wallet's transactions, on its page. */
export function OwnWalletTransactions({ walletId }: { walletId: string }) {
  return <List of={ownWalletTransactionList} with={{ walletId }} />
}
