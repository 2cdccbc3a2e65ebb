import { type ReactNode, Suspense } from 'react'
import { List } from '../../../list/list.tsx'
import { RecordTabs } from '../../../list/record-tabs.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { paths } from '../../../paths.ts'
import { walletRequestList } from '../wallet-request-list.tsx'

const transactionTab = { status: 'transactions', label: 'Transactions' }
const requestTab = { status: 'requests', label: 'Tier requests' }
const requestKeys = ['request', 'requestId', 'walletStatus']

/** What the wallet has lists of: its transactions, and its requests for a higher tier. */
export function WalletTabs({ walletId, transactions }: { walletId: string; transactions: ReactNode }) {
  const at = useAddress()
  const current = at.search.status === requestTab.status ? requestTab : transactionTab

  /** The request that is to be decided stays on the page whichever tab is open. */
  const kept = Object.fromEntries(requestKeys.map((key) => [key, at.search[key]]))
  const address = (status: string) => paths.wallet(walletId, { status, ...kept })
  return (
    <RecordTabs
      label="Of this wallet"
      tabs={[transactionTab, requestTab]}
      current={current}
      address={(tab) => address(tab.status)}
      isList
    >
      <Suspense>{current === requestTab ? <List of={walletRequestList} with={{ walletId }} /> : transactions}</Suspense>
    </RecordTabs>
  )
}
