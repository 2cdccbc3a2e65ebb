import { type MerchantRow, merchants } from '@kobo/contract/merchants'
import { text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import type { Filter } from '../../list/filter.ts'
import { choice, dayRange, notSent } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantColumns } from './merchant-list.tsx'

const requestType = 'KYC Approval'

const statuses = choice('verified', 'Status', [
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'PENDING', label: 'Pending' },
])

/** Shown in the filters but not sent, because this tab only lists pending requests; decided ones are listed under Merchants. */
const requestStatus: Filter<never> = {
  ...notSent(statuses),
  describe: (values) =>
    statuses.describe(values) + (values.verified === 'PENDING' ? '' : ' (this tab lists only pending requests)'),
}

/** Merchants whose KYC awaits a decision. */
export const approvalList = defineList(merchants.list, 'merchants', {
  name: 'approval-requests',
  columns: [
    ...merchantColumns<MerchantRow>('Date and time created', (row) => row),
    text('Request type', () => requestType),
  ],
  always: { verified: 'SUBMITTED' },
  filters: [
    requestStatus,
    notSent(
      choice('category', 'Request type', [
        { value: 'ACTIVATION', label: 'Activation' },
        { value: 'UPGRADE', label: 'Upgrade' },
      ]),
    ),
  ],
  exports: [dayRange()],
  urlNames: { verified: 'filterStatus', category: 'category' },
  resetTo: 'requests',
  words: { refetch: 'Refetch List', empty: 'No Merchant List Record Found' },
  // Another operator may decide it.
  changes: (merchant) => merchant.verified === 'SUBMITTED' && 'slow',
  queue: {
    call: merchants.approve,
    items: { sort: 'oldest' },
    nameOf: (row) => row.businessName,
    address: paths.merchants({ status: 'approval' }),
  },
  open: (row) => paths.merchant(row.id),
})
