import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { storeList } from './store-list.tsx'
import { storeTransactionList } from './store-transaction-list.tsx'
import { terminalList } from './terminal-list.tsx'

export const tabs: ListTabs = [
  listTab('transactions', storeTransactionList),
  listTab('stores', storeList),
  listTab('terminals', terminalList),
]
