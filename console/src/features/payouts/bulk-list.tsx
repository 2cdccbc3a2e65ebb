import { type BulkBatch, payouts } from '@kobo/contract/payouts'
import { count, created, link, status, text } from '../../columns/columns.tsx'
import { batchReference } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { recordFilter } from '../../list/record-filter.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { bulkBatch } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const underWay = ['UPLOADING', 'UPLOADED', 'PROCESSING']

/** Whether the batch is still being processed. */
export function isBatchInProgress(batchStatus: string): boolean {
  return underWay.includes(batchStatus)
}

/** Includes the merchant, since batch references are unique per merchant only. */
function batchAddress({ batchReference: reference, merchant }: BulkBatch): string {
  return paths.bulkPayout(reference, { merchantId: merchant?.id ?? undefined })
}

const WalletPicker = lazyComponent(() => import('./wallet-picker.tsx'), 'WalletPicker')

/** Filter by the paying wallet, which the picker offers among those of the chosen merchant. */
const walletFilter = recordFilter(
  { key: 'wallet', sends: 'walletId', label: 'Wallet' },
  WalletPicker,
  ({ merchant }) => ({ merchantId: merchant }),
)

/** Uploaded batches of payouts. A row links to the batch. */
export const bulkList = defineList(payouts.bulk, 'records', {
  name: 'bulk-payouts',
  columns: [
    created(),
    text('Merchant name', (row) => row.merchant?.businessName, 240),
    batchReference((row) => row.batchReference, 260),
    count('Total records', (row) => row.totalRecords, 120),
    count('Invalid records', (row) => row.totalInvalidRecords),
    status(bulkBatch),
    link('Action', 'View All', batchAddress),
  ],
  search: { key: 'reference', label: 'Search by batch reference' },
  filters: [merchantFilter(), walletFilter, dayRange()],
  urlNames: { wallet: 'wallet', merchant: 'merchant', startDate: 'startDate', endDate: 'endDate' },
  resetTo: 'bulk',
  changes: (batch) => isBatchInProgress(batch.status),
  open: batchAddress,
})
