import { type MerchantUpgradeRow, merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import { defineList } from '../../../list/define-list.ts'
import { choice } from '../../../list/filter-fields.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { merchantUpgrade, statusOptions } from '../../../status/statuses.ts'
import { businessType } from '../business-type.ts'
import { merchantColumns } from '../merchant-columns.tsx'

const statuses = statusOptions(merchantUpgrade, ['APPROVED', 'DECLINED', 'IN-REVIEW', 'PENDING'])

/** Requests of unregistered businesses to count as registered; a row opens beside the list. */
export const upgradeList = defineList(
  merchantUpgrades.list,
  (reply) => reply.upgrades,
)({
  name: 'merchant-upgrades',
  title: 'Upgrades',
  columns: [
    ...merchantColumns<MerchantUpgradeRow>('Date and time created', (row) => row.merchant),
    { title: 'Current type', text: (row) => businessType(row.currentType), width: 140 },
    { title: 'Requested type', text: (row) => businessType(row.requestedType), width: 140 },
    {
      title: 'Status',
      cell: (row) => <StatusTag of={row.status} map={merchantUpgrade} />,
      text: (row) => row.status,
      width: 130,
    },
  ],
  filters: [choice('status', 'Status', statuses)],
  exports: [choice('status', 'Status', statuses)],
  urlNames: { status: 'filterStatus' },
  resetTo: 'upgrade',
  words: { refetch: 'Refetct Request List' },
  open: (row) => ({ upgrade: row.id }),
})
