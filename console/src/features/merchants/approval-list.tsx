import { type MerchantRow, merchants } from '@kobo/contract/merchants'
import { text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, notSent } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantColumns } from './merchant-columns.tsx'

const requestType = 'KYC Approval'

/** Merchants whose KYC waits for a decision, or has had one. */
export const approvalList = defineList(
  merchants.list,
  'merchants',
)({
  name: 'approval-requests',
  title: 'Approval requests',
  columns: [
    ...merchantColumns<MerchantRow>('Date and time created', (row) => row),
    text('Request type', () => requestType),
  ],
  always: { verified: 'SUBMITTED' },
  filters: [
    choice('verified', 'Status', [
      { value: 'COMPLETED', label: 'Completed', sent: 'ACCEPTED' },
      { value: 'REJECTED', label: 'Rejected' },
      { value: 'PENDING', label: 'Pending', sent: 'SUBMITTED' },
    ]),
    notSent(
      choice('category', 'Request type', [
        { value: 'ACTIVATION', label: 'Activation' },
        { value: 'UPGRADE', label: 'Upgrade' },
      ]),
    ),
  ],
  urlNames: { verified: 'filterStatus', category: 'category' },
  resetTo: 'requests',
  words: { empty: 'No Merchant List Record Found' },
  open: (row) => paths.merchant(row.id),
})
