import { ListPage, type ListTabs } from '../../list/list-page.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { SampleCollections, SampleSubscribers } from './sample-subscriptions.tsx'

const tabs: ListTabs = [
  { status: 'collections', label: 'Collections', content: <SampleCollections /> },
  { status: 'subscribers', label: 'Subscribers', content: <SampleSubscribers /> },
]

/** Preview of the subscriptions page with sample data. */
export function SubscriptionsPage() {
  return (
    <ListPage
      title="Subscriptions"
      tabs={tabs}
      actions={<AccentLink to={paths.jujuServices()}>Juju Services</AccentLink>}
    />
  )
}
