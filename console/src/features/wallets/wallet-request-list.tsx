import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { created, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
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
  'upgrades',
)({
  name: 'wallet-requests',
  title: 'Requests',
  columns: [
    { ...created('Date and time created'), width: 180 },
    text('Wallet name', (row) => row.wallet.accountName, 240),
    text('Merchant name', (row) => row.merchant?.businessName, 240),
    text('Current tier', (row) => `Tier ${row.wallet.tier}`, 120),
    text('Request type', () => requestType, 140),
    status(walletUpgrade),
    { ...text('Requested tier', (row) => (row.requestedTier ? `Tier ${row.requestedTier}` : ''), 120), onDemand: true },
    { ...text('Cannot be approved', (row) => row.hindrance, 320), onDemand: true },
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
function requestAddress({ id, wallet, ...request }: WalletUpgradeRow): string {
  if (request.status === 'COMPLETED') return paths.wallet(wallet.id)
  return paths.wallet(wallet.id, { request: 'UPGRADE', requestId: id, walletStatus: request.status })
}
