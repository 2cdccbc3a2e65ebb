import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { walletList } from './wallet-list.tsx'
import { walletRequestList } from './wallet-request-list.tsx'

export const tabs: ListTabs = [listTab('wallets', walletList), listTab('requests', walletRequestList)]
