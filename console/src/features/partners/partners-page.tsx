import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { partnerList } from './partner-list.tsx'

export const tabs: ListTabs = [listTab('partners', partnerList)]

/** Page of the partners that refer merchants. */
export function PartnersPage() {
  return <ListPage title="Partners" tabs={tabs} />
}
