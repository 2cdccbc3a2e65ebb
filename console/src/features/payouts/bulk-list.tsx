import { type BulkBatch, payouts } from '@kobo/contract/payouts'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { bulkBatch } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'
import { BatchReference } from './batch-reference.tsx'
import { listWords } from './list-words.ts'
import { createdColumn, statusColumn } from './payout-columns.tsx'
import classes from './row-action.module.css'
import { walletFilter } from './wallet-filter.tsx'

/** Payouts that were uploaded together; a row leads to the batch. */
export const bulkList = defineList(
  payouts.bulk,
  (reply) => reply.records,
)({
  name: 'bulk-payouts',
  title: 'Bulk payouts',
  columns: [
    createdColumn<BulkBatch>(),
    { title: 'Merchant name', text: (row) => orEmpty(row.merchant?.businessName), width: 240 },
    {
      title: 'Batch reference',
      cell: (row) => <BatchReference value={row.batchReference} />,
      text: (row) => row.batchReference,
      width: 260,
    },
    { title: 'Total records', text: (row) => row.totalRecords, align: 'right', width: 120 },
    { title: 'Invalid records', text: (row) => row.totalInvalidRecords, align: 'right', width: 130 },
    statusColumn(bulkBatch),
    {
      title: 'Action',
      // The row's own link is the one that the keyboard reaches.
      cell: (row) => (
        <a className={classes.action} href={paths.bulkPayout(row.batchReference)} tabIndex={-1}>
          View All
        </a>
      ),
      width: 100,
    },
  ],
  search: { key: 'reference', label: 'Search by batch reference' },
  filters: [merchantFilter('ACCEPTED'), walletFilter, dayRange()],
  urlNames: { wallet: 'wallet', merchant: 'merchant', startDate: 'startDate', endDate: 'endDate' },
  resetTo: 'bulk',
  words: listWords,
  open: (row) => paths.bulkPayout(row.batchReference),
})
