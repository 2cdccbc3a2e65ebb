import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { refundList } from './refund-list.tsx'

export const tabs: ListTabs = [listTab('refunds', refundList)]

/** Page of the refunds of collections. */
export function RefundsPage() {
  return <ListPage title="Refunds" tabs={tabs} />
}
