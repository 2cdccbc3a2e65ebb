import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { partnerList } from './partner-list.tsx'

export const tabs: ListTabs = [listTab('partners', partnerList)]

/** Who brings merchants to us. */
export function PartnersPage() {
  return <ListPage title="Partners" tabs={tabs} />
}
