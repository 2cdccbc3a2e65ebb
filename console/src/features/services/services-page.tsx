import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { billList } from './bill-list.tsx'
import { serviceList } from './service-list.tsx'

export const tabs: ListTabs = [listTab('services', serviceList), listTab('bills', billList)]

/** Page of the services that merchants use, and of bill payments. */
export function ServicesPage() {
  return (
    <ListPage
      title="Juju Services"
      tabs={tabs}
      actions={<AccentLink to={paths.subscriptions({ status: 'collections' })}>Subscriptions</AccentLink>}
    />
  )
}
