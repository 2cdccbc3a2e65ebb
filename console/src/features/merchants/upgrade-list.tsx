import { type MerchantUpgradeRow, merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import { status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { customPanel } from '../../record/panel.tsx'
import { merchantUpgrade } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { merchantColumns } from './merchant-list.tsx'

const statuses = statusFilter(merchantUpgrade, ['APPROVED', 'DECLINED', 'IN-REVIEW', 'PENDING'])

/** Requests of unregistered businesses to become registered. A row opens a side panel. */
export const upgradeList = defineList(merchantUpgrades.list, 'upgrades', {
  name: 'merchant-upgrades',
  title: 'Upgrades',
  columns: [
    ...merchantColumns<MerchantUpgradeRow>('Date and time created', (row) => row.merchant),
    text('Current type', (row) => sentenceCase(row.currentType), 140),
    text('Requested type', (row) => sentenceCase(row.requestedType), 140),
    status(merchantUpgrade),
  ],
  filters: [statuses],
  urlNames: { status: 'filterStatus' },
  resetTo: 'upgrade',
  words: { refetch: 'Refetct Request List' },
  // Another operator may decide it.
  changes: ({ status: at }) => (at === 'PENDING' || at === 'IN-REVIEW') && 'slow',
  queue: {
    call: merchantUpgrades.approve,
    items: { status: '', state: 'OPEN', sort: 'oldest' },
    nameOf: (row) => row.merchant?.businessName,
  },
  panel: customPanel('upgrade', () => import('./upgrades/upgrade-panel.tsx'), 'UpgradePanel'),
})
