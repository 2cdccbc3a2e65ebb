import { type ReactNode, Suspense } from 'react'
import { RecordTabs } from '../../../list/record-tabs.tsx'
import { useAddress } from '../../../ui/use-address.ts'

export interface MerchantTab {
  status: string
  label: string
  content: ReactNode
}

/** What belongs to the merchant and has lists of its own, one thing to a tab, the tab named by `status` in the address. */
export function MerchantTabs({ tabs }: { tabs: readonly [MerchantTab, ...MerchantTab[]] }) {
  const at = useAddress()
  const { status } = at.search
  const current = tabs.find((tab) => tab.status === status) ?? tabs[0]
  return (
    <RecordTabs
      label="Of this merchant"
      tabs={tabs}
      current={current}
      address={(tab) => `${at.pathname}?status=${tab.status}`}
    >
      <Suspense>{current.content}</Suspense>
    </RecordTabs>
  )
}
