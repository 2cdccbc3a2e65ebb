import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { bulkList } from './bulk-list.tsx'
import { payoutList } from './payout-list.tsx'
import { recurringList } from './recurring-list.tsx'
import { scheduledList } from './scheduled-list.tsx'

export const tabs: ListTabs = [
  listTab('bulk', bulkList),
  listTab('scheduled', scheduledList),
  listTab('recurring', recurringList),
  listTab('payouts', payoutList),
]
