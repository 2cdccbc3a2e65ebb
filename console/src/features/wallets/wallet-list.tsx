import { walletTiers, wallets } from '@kobo/contract/wallets'
import { defineList } from '../../list/define-list.ts'
import { choice, textFilter } from '../../list/filter-fields.tsx'
import { AccountDetails } from '../../money/account-details.tsx'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { StatusTag } from '../../status/status-tag.tsx'
import { statusDisplay, statusOptions, walletStatus } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

const tiers = walletTiers.map((tier) => ({ value: tier, label: `Tier ${tier}` }))
const statuses = statusOptions(walletStatus, ['ACTIVE', 'INACTIVE', 'PENDING'])

/** All wallets of the merchants' customers. */
export const walletList = defineList(
  wallets.list,
  (reply) => reply.wallets,
)({
  name: 'wallets',
  title: 'Wallets',
  columns: [
    {
      title: 'Date created',
      cell: (row) => <DateTime at={row.createdAt} />,
      text: (row) => listDateTime(row.createdAt),
      width: 160,
    },
    { title: 'Wallet name', text: (row) => orEmpty(row.accountName), width: 220 },
    { title: 'Merchant name', text: (row) => orEmpty(row.merchant?.businessName), width: 220 },
    {
      title: 'Account details',
      cell: (row) => <AccountDetails number={row.accountNumber} bank={row.bankName} />,
      text: (row) => orEmpty([row.accountNumber, row.bankName].filter(Boolean).join(', ')),
      width: 240,
    },
    { title: 'Tier', text: (row) => `Tier ${row.tier}`, width: 80 },
    {
      title: 'Status',
      cell: (row) => <StatusTag of={row.status} map={walletStatus} />,
      text: (row) => statusDisplay(row.status, walletStatus).label,
      width: 120,
    },
  ],
  cards: [
    { label: 'Total Wallets', value: (reply) => reply.totalRecords },
    { label: 'Total Transactions', value: (reply) => reply.totalTransactions },
  ],
  filters: [
    textFilter('accountNumber', 'Account number'),
    choice('tier', 'Tier', tiers),
    choice('status', 'Status', statuses),
  ],
  exports: [choice('tier', 'Tier', tiers), choice('status', 'Status', statuses)],
  urlNames: { accountNumber: 'accountNo', tier: 'tier', status: 'filterStatus' },
  open: (row) => paths.wallet(row.id),
})
