import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { approvalList } from './approval-list.tsx'
import { merchantList } from './merchant-list.tsx'
import { reviewList } from './review-list.tsx'
import { upgradeList } from './upgrade-list.tsx'

const FreezeTab = lazyComponent(() => import('./freeze-list.tsx'), 'FreezeTab')
const LienTab = lazyComponent(() => import('./lien-list.tsx'), 'LienTab')

export const tabs: ListTabs = [
  listTab('merchants', merchantList),
  listTab('approval', approvalList, { also: ['requests'] }),
  listTab('review', reviewList),
  listTab('upgrade', upgradeList),
  { status: 'freezes', label: 'Freezes', content: <FreezeTab />, addition: true },
  { status: 'liens', label: 'Liens', content: <LienTab />, addition: true },
]
