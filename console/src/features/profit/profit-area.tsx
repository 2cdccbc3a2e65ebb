import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { profitList } from './profit-list.tsx'

const ProfitSummary = lazyComponent(() => import('./profit-summary.tsx'), 'ProfitSummary')

export const tabs: ListTabs = [
  listTab('details', profitList),
  { status: 'summary', label: 'By day and source', content: <ProfitSummary /> },
]
