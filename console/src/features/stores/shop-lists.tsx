import { List } from '../../list/list.tsx'
import { storeList } from './store-list.tsx'
import { storeTransactionList } from './store-transaction-list.tsx'
import { terminalList } from './terminal-list.tsx'

export function StoresOfShop({ shopId }: { shopId: string }) {
  return <List of={storeList} with={{ shopId }} />
}

export function TerminalsOfShop({ shopId }: { shopId: string }) {
  return <List of={terminalList} with={{ shopId }} />
}

/** Transactions of a shop's stores and terminals. */
export function TransactionsOfShop({ shopId }: { shopId: string }) {
  return <List of={storeTransactionList} with={{ shopId }} />
}
