import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { created, link, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
import { customPanel } from '../../record/panel.tsx'
import { walletUpgrade } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

const requestType = 'Tier Upgrade'

// Options with the same labels as the rows.
const statuses = statusFilter(walletUpgrade, ['COMPLETED', 'REJECTED', 'PENDING'])

/** Tier upgrade requests of wallets. */
export const walletRequestList = defineList(walletUpgrades.list, 'upgrades', {
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
    { ...link<WalletUpgradeRow>('Action', 'Review'), onDemand: true },
  ],
  filters: [
    statuses,
    choice('category', 'Request type', [
      { value: 'ACTIVATION', label: 'Activation' },
      { value: 'UPGRADE', label: 'Upgrade' },
    ]),
  ],
  exports: [statuses],
  urlNames: { status: 'filterStatus', category: 'category' },
  resetTo: 'requests',
  words: { refetch: 'Refetct Request List' },
  // Another operator may decide it.
  changes: (upgrade) => upgrade.status === 'PENDING' && 'slow',
  queue: {
    call: walletUpgrades.approve,
    items: { status: 'PENDING', sort: 'oldest' },
    nameOf: (row) => row.wallet.accountName,
  },
  open: requestAddress,
  panel: customPanel('review', () => import('./request/wallet-request-panel.tsx'), 'WalletRequestPanel'),
})

/** Returns the wallet's path; any request but a COMPLETED one is added, to be decided there. */
function requestAddress({ id, wallet, ...request }: WalletUpgradeRow): string {
  if (request.status === 'COMPLETED') return paths.wallet(wallet.id)
  return paths.wallet(wallet.id, { request: 'UPGRADE', requestId: id, walletStatus: request.status })
}
