import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { settlementList } from './settlement-list.tsx'

export const tabs: ListTabs = [listTab('settlements', settlementList)]

/** Page of settlements to merchants and sub-accounts. */
export function SettlementsPage() {
  return <ListPage title="Settlements" tabs={tabs} />
}
