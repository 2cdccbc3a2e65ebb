import { type ReactNode, Suspense } from 'react'
import { RecordTabs } from '../../../list/record-tabs.tsx'
import { useOwnLocation } from '../../../list/use-list-state.ts'

export interface MerchantTab {
  status: string
  label: string
  content: ReactNode
}

/** What belongs to the merchant and has lists of its own, one thing to a tab, the tab named by `status` in the address. */
export function MerchantTabs({ tabs }: { tabs: readonly [MerchantTab, ...MerchantTab[]] }) {
  const at = useOwnLocation()
  const status = new URLSearchParams(at.searchStr).get('status')
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
