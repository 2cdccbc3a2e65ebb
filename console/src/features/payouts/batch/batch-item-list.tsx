import { type BulkItem, payouts } from '@kobo/contract/payouts'
import { accountColumnsOf } from '../../../columns/account.tsx'
import { code, naira, status } from '../../../columns/columns.tsx'
import { statusFilter } from '../../../columns/status-filter.ts'
import { defineList } from '../../../list/define-list.ts'
import { bulkItem } from '../../../status/statuses.ts'
import { customPanel } from '../../../record/panel.tsx'
import { paths } from '../../../paths.ts'
import { orEmpty } from '../../../ui/format-text.ts'
import classes from './batch-item-list.module.css'
import { isBatchInProgress } from '../bulk-list.tsx'

/** Items of one batch. A row links to the item's transaction, or opens a side panel if it was not sent. */
export const batchItemList = defineList(payouts.bulkItems, 'records', {
  name: 'bulk-payout-items',
  title: 'Items',
  columns: [
    // A server that sends no line numbers has references instead.
    { title: 'Line', text: (row) => row.line ?? orEmpty(row.reference), width: 70 },
    // Optional, since every reference starts with the batch's, shown in the header.
    { ...code<BulkItem>('Reference', (row) => row.reference, 276), onDemand: true },
    ...accountColumnsOf<BulkItem>((row) => row, { name: 180, bank: 190 }),
    naira('Amount', (row) => row.amount, 124),
    status(bulkItem, 140),
    { title: 'Reason or warning', text: remark, cell: (row) => <Remark of={row} />, width: 320 },
  ],
  search: { key: 'reference', label: 'Search by item reference' },
  filters: [statusFilter(bulkItem, ['NOT_PROCESSED', 'PENDING', 'SUCCESS', 'NEW', 'FAILED'])],
  open: (row) => (row.transactionId ? paths.transaction(row.transactionId) : undefined),
  panel: customPanel('itemId', () => import('./batch-item-panel.tsx'), 'BatchItemPanel'),
  changesWhile: ({ batch, records }) =>
    batch
      ? isBatchInProgress(batch.status)
      : records.some((item) => item.status === 'NEW' || item.status === 'PENDING'),
})

function remark({ reason, warning }: BulkItem): string {
  return orEmpty([reason, warning].filter(Boolean).join('; '))
}

/** Shows the full reason on up to two lines, since merchants ask for it. */
function Remark({ of: item }: { of: BulkItem }) {
  const remarkText = remark(item)
  return (
    <span className={classes.remark} title={remarkText}>
      {remarkText}
    </span>
  )
}
