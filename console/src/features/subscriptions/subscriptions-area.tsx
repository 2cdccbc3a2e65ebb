import type { ListTabs } from '../../list/list-page.tsx'
import { paths } from '../../paths.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { SampleCollections, SampleSubscribers } from './sample-subscriptions.tsx'

/** Preview of subscriptions, with sample data. */
export const tabs: ListTabs = [
  { status: 'collections', label: 'Collections', content: <SampleCollections /> },
  { status: 'subscribers', label: 'Subscribers', content: <SampleSubscribers /> },
]

/** Link beside the title. */
export function Actions() {
  return <AccentLink to={paths.jujuServices()}>Juju Services</AccentLink>
}
