import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { approvalList } from './approval-list.tsx'
import { merchantList } from './merchant-list.tsx'
import { reviewList } from './review-list.tsx'
import { upgradeList } from './upgrade-list.tsx'

export const tabs: ListTabs = [
  listTab('merchants', merchantList),
  listTab('approval', approvalList, { also: ['requests'] }),
  listTab('review', reviewList),
  listTab('upgrade', upgradeList),
]
