import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { refundList } from './refund-list.tsx'

export const tabs: ListTabs = [listTab('refunds', refundList)]

/** What went back of collections, or is on its way. */
export function RefundsPage() {
  return <ListPage title="Refunds" tabs={tabs} />
}
