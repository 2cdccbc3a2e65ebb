import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { List } from '../../list/list.tsx'
import { ReviewRequests } from './review-requests.tsx'
import { walletList } from './wallet-list.tsx'
import { walletRequestList } from './wallet-request-list.tsx'

const requests = {
  ...listTab('requests', walletRequestList),
  content: <List of={walletRequestList} tab="requests" actions={<ReviewRequests />} />,
}

export const tabs: ListTabs = [listTab('wallets', walletList), requests]
