import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { shopList } from './shop-list.tsx'

export const tabs: ListTabs = [listTab('shops', shopList)]

/** The shops of merchants, branch by branch. */
export function ShopsPage() {
  return <ListPage title="Shops" tabs={tabs} />
}
