import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { billList } from './bill-list.tsx'
import { serviceList } from './service-list.tsx'

export const tabs: ListTabs = [listTab('services', serviceList), listTab('bills', billList)]

/** Link beside the title. */
export function Actions() {
  return <AccentLink to={paths.subscriptions({ status: 'collections' })}>Subscriptions</AccentLink>
}
