import { lazy, Suspense } from 'react'
import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { useAddressKey } from '../../list/use-address-key.ts'
import { approvalList } from './approval-list.tsx'
import { merchantList } from './merchant-list.tsx'
import { upgradeList } from './upgrades/upgrade-list.tsx'

const UpgradePanel = lazy(() => import('./upgrades/upgrade-panel.tsx').then((file) => ({ default: file.UpgradePanel })))

export const tabs: ListTabs = [
  listTab('merchants', merchantList),
  listTab('approval', approvalList, { also: ['requests'] }),
  listTab('upgrade', upgradeList),
]

/** The merchants, the KYC requests among them, and their requests for an upgrade. */
export function MerchantsPage() {
  const [upgradeId, closeUpgrade] = useAddressKey('upgrade')
  return (
    <>
      <ListPage title="Merchants" tabs={tabs} />
      <Suspense>{upgradeId && <UpgradePanel upgradeId={upgradeId} onClose={closeUpgrade} />}</Suspense>
    </>
  )
}
