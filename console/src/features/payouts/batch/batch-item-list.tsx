import { type BulkItem, payouts } from '@kobo/contract/payouts'
import { accountColumns } from '../../../columns/account.tsx'
import { code, naira, status, text } from '../../../columns/columns.tsx'
import { defineList } from '../../../list/define-list.ts'
import { choice } from '../../../list/filter-fields.tsx'
import { bulkItem, statusOptions } from '../../../status/statuses.ts'
import { ownPanel } from '../../../record/panel.tsx'
import { paths } from '../../../paths.ts'
import { listWords } from '../../../list/list-words.ts'

const statuses = statusOptions(bulkItem, ['NOT_PROCESSED', 'PENDING', 'SUCCESS', 'NEW', 'FAILED'])

/** The payouts of one batch; what was sent leads to its transaction, anything else opens beside the list. */
export const batchItemList = defineList(
  payouts.bulkItems,
  'records',
)({
  name: 'bulk-payout-items',
  title: 'Items',
  columns: [
    code('Reference', (row) => row.reference, 276),
    ...accountColumns,
    naira('Amount', (row) => row.amount, 124),
    status(bulkItem, 145),
    text('Reason or warning', remark, 220),
  ],
  search: { key: 'reference', label: 'Search by item reference' },
  filters: [choice('status', 'Status', statuses)],
  exports: [choice('status', 'Status', statuses)],
  words: listWords,
  open: (row) => (row.transactionId ? paths.transaction(row.transactionId) : undefined),
  panel: ownPanel('itemId', () => import('./batch-item-panel.tsx'), 'BatchItemPanel'),
  changes: ({ batch, records }) =>
    batch ? onItsWay.has(batch.status) : records.some((item) => item.status === 'NEW' || item.status === 'PENDING'),
})

/** Of batches: what is not one of these does not change by itself. */
const onItsWay = new Set(['UPLOADING', 'UPLOADED', 'PROCESSING'])

function remark({ reason, warning }: BulkItem): string {
  return [reason, warning].filter(Boolean).join('; ')
}
