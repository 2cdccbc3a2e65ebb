import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { checkoutList } from './checkout-list.tsx'

export const tabs: ListTabs = [listTab('checkouts', checkoutList)]

/** Page of the merchants' checkouts. */
export function CheckoutsPage() {
  return <ListPage title="Checkout" tabs={tabs} />
}
