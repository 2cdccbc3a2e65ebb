import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { checkoutList } from './checkout-list.tsx'

export const tabs: ListTabs = [listTab('checkouts', checkoutList)]

/** What merchants ask their customers to pay once. */
export function CheckoutsPage() {
  return <ListPage title="Checkout" tabs={tabs} />
}
