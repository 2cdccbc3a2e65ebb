import { ListPage, listTab } from '../../list/list-page.tsx'
import { walletList } from './wallet-list.tsx'
import { walletRequestList } from './wallet-request-list.tsx'

/** The wallets of the merchants' customers, and their requests for a higher tier. */
export function WalletsPage() {
  return <ListPage title="Wallets" tabs={[listTab('wallets', walletList), listTab('requests', walletRequestList)]} />
}
