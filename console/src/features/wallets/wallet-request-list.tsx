import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { defineList } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { StatusTag } from '../../status/status-tag.tsx'
import { walletUpgrade } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

const requestType = 'Tier Upgrade'

const statuses = [
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'PENDING', label: 'Pending' },
]

/** Requests of wallets for a higher tier. */
export const walletRequestList = defineList(
  walletUpgrades.list,
  (reply) => reply.upgrades,
)({
  name: 'wallet-requests',
  title: 'Requests',
  columns: [
    {
      title: 'Date and time created',
      cell: (row) => <DateTime at={row.createdAt} />,
      text: (row) => listDateTime(row.createdAt),
      width: 180,
    },
    { title: 'Wallet name', text: (row) => orEmpty(row.wallet.accountName), width: 240 },
    { title: 'Merchant name', text: (row) => orEmpty(row.merchant?.businessName), width: 240 },
    { title: 'Current tier', text: (row) => `Tier ${row.wallet.tier}`, width: 120 },
    { title: 'Request type', text: () => requestType, width: 140 },
    {
      title: 'Status',
      cell: (row) => <StatusTag of={row.status} map={walletUpgrade} />,
      text: (row) => row.status,
      width: 130,
    },
  ],
  filters: [
    choice('status', 'Status', statuses),
    choice('category', 'Request type', [
      { value: 'ACTIVATION', label: 'Activation' },
      { value: 'UPGRADE', label: 'Upgrade' },
    ]),
  ],
  exports: [choice('status', 'Status', statuses)],
  urlNames: { status: 'filterStatus', category: 'category' },
  resetTo: 'requests',
  words: { refetch: 'Refetct Request List' },
  open: requestAddress,
})

/** A completed request leads to the wallet alone; any other one goes along, to be decided there. */
function requestAddress({ id, status, wallet }: WalletUpgradeRow): string {
  if (status === 'COMPLETED') return paths.wallet(wallet.id)
  return paths.wallet(wallet.id, { request: 'UPGRADE', requestId: id, walletStatus: status })
}
