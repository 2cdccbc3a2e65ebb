import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { foundTransactionList } from './transaction-search-list.tsx'

export const tabs: ListTabs = [listTab('all', foundTransactionList)]

/** Page that searches the transactions of all merchants. */
export function SearchPage() {
  return <ListPage title="Transactions" tabs={tabs} />
}
