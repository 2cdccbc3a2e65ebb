import { type WalletRow, walletTiers, wallets } from '@kobo/contract/wallets'
import { accountDetails } from '../../columns/account.tsx'
import { created, status, text } from '../../columns/columns.tsx'
import { frozenMark } from '../../columns/frozen.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { choice, textFilter } from '../../list/filter-fields.tsx'
import { walletStatus } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

const tiers = walletTiers.map((tier) => ({ value: tier, label: `Tier ${tier}` }))
const statuses = statusFilter(walletStatus, ['ACTIVE', 'INACTIVE', 'PENDING'])

/** Customers' wallets of all merchants. */
export const walletList = defineList(wallets.list, 'wallets', {
  name: 'wallets',
  columns: [
    created(),
    frozenMark(text('Wallet name', (row: WalletRow) => row.accountName, 220)),
    text('Merchant name', (row) => row.merchant?.businessName, 220),
    accountDetails((row) => row),
    text('Tier', (row) => `Tier ${row.tier}`, 80),
    status(walletStatus, 120),
  ],
  cards: [
    { label: 'Total Wallets', value: (reply) => reply.totalRecords },
    { label: 'Total Transactions', value: (reply) => reply.totalTransactions, note: 'of all wallets' },
  ],
  filters: [textFilter('accountNumber', 'Account number'), choice('tier', 'Tier', tiers), statuses],
  exports: [choice('tier', 'Tier', tiers), statuses],
  words: { refetch: 'Refetch List' },
  urlNames: { accountNumber: 'accountNo', tier: 'tier', status: 'filterStatus' },
  open: (row) => paths.wallet(row.id),
})
