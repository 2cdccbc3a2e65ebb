import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { shopList } from './shop-list.tsx'

export const tabs: ListTabs = [listTab('shops', shopList)]

/** Page of the merchants' shops. */
export function ShopsPage() {
  return <ListPage title="Shops" tabs={tabs} />
}
