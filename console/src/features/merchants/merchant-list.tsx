import { type MerchantRow, merchants } from '@kobo/contract/merchants'
import { defineList } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { merchantKyc, merchantStatus, statusDisplay, statusOptions } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'
import { merchantColumns } from './merchant-columns.tsx'

const kycOptions = statusOptions(merchantKyc, ['ACCEPTED', 'REJECTED', 'SUBMITTED', 'NOT_SUBMITTED', 'PROCESSING'])

/** All merchants. */
export const merchantList = defineList(
  merchants.list,
  (reply) => reply.merchants,
)({
  name: 'merchants',
  title: 'Merchants',
  columns: [
    ...merchantColumns<MerchantRow>('Date created', (row) => row),
    { title: 'Number of wallets', text: (row) => row.totalWallets, align: 'right', width: 140 },
    {
      title: 'KYC status',
      cell: (row) => <StatusTag of={row.verified} map={merchantKyc} />,
      text: (row) => statusDisplay(row.verified, merchantKyc).label,
      width: 140,
    },
    {
      title: 'Account status',
      cell: (row) => <StatusTag of={row.status} map={merchantStatus} />,
      text: (row) => statusDisplay(row.status, merchantStatus).label,
      width: 130,
    },
  ],
  cards: [
    { label: 'Total records', value: (reply) => reply.totalRecords },
    { label: 'Active', value: (reply) => reply.totalVerifiedMerchants, of: (reply) => reply.totalRecords },
    { label: 'Inactive', value: (reply) => reply.totalNonVerifiedMerchants, of: (reply) => reply.totalRecords },
  ],
  search: { key: 'search', label: 'Search by business name' },
  filters: [choice('verified', 'KYC status', kycOptions)],
  exports: [choice('verified', 'KYC status', kycOptions)],
  urlNames: { verified: 'filterStatus' },
  words: {
    failed: 'Error Fetching Merchant List',
    refetch: 'Refetch Merchant List',
    empty: 'No Merchant List Record Found',
  },
  open: (row) => paths.merchant(row.id),
})
