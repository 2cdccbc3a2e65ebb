import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { paymentLinkList } from './payment-link-list.tsx'

export const tabs: ListTabs = [listTab('links', paymentLinkList)]

/** Page of the merchants' payment links. */
export function PaymentLinksPage() {
  return <ListPage title="Payment Links" tabs={tabs} />
}
