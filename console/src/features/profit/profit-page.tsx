import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { profitList } from './profit-list.tsx'

const ProfitSummary = lazyComponent(() => import('./profit-summary.tsx'), 'ProfitSummary')

export const tabs: ListTabs = [
  listTab('details', profitList),
  { status: 'summary', label: 'Per day and source', content: <ProfitSummary /> },
]

/** What we earn with payments and charges, less what they cost us. */
export function ProfitPage() {
  return <ListPage title="Profit" tabs={tabs} />
}
