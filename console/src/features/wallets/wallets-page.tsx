import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { walletList } from './wallet-list.tsx'
import { walletRequestList } from './wallet-request-list.tsx'

export const tabs: ListTabs = [listTab('wallets', walletList), listTab('requests', walletRequestList)]

/** The wallets of the merchants' customers, and their requests for a higher tier. */
export function WalletsPage() {
  return <ListPage title="Wallets" tabs={tabs} />
}
