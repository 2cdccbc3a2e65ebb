import { List } from '../../list/list.tsx'
import { storeList } from './store-list.tsx'
import { storeTransactionList } from './store-transaction-list.tsx'
import { terminalList } from './terminal-list.tsx'

/** The stores in a shop. */
export function StoresOfShop({ shopId }: { shopId: string }) {
  return <List of={storeList} with={{ shopId }} />
}

/** The terminals in them. */
export function TerminalsOfShop({ shopId }: { shopId: string }) {
  return <List of={terminalList} with={{ shopId }} />
}

/** What moved on all of them. */
export function TransactionsOfShop({ shopId }: { shopId: string }) {
  return <List of={storeTransactionList} with={{ shopId }} />
}
