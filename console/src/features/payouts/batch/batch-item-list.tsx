import { type BulkItem, payouts } from '@kobo/contract/payouts'
import { defineList } from '../../../list/define-list.ts'
import { choice } from '../../../list/filter-fields.tsx'
import { orEmpty } from '../../../ui/empty.ts'
import { bulkItem, statusOptions } from '../../../status/statuses.ts'
import { paths } from '../../../paths.ts'
import { listWords } from '../list-words.ts'
import { accountColumns, codeColumn, nairaColumn, statusColumn } from '../payout-columns.tsx'

const statuses = statusOptions(bulkItem, ['NOT_PROCESSED', 'PENDING', 'SUCCESS', 'NEW', 'FAILED'])

/** The payouts of one batch; what was sent leads to its transaction, anything else opens beside the list. */
export const batchItemList = defineList(
  payouts.bulkItems,
  (reply) => reply.records,
)({
  name: 'bulk-payout-items',
  title: 'Items',
  columns: [
    codeColumn<BulkItem>('Reference', (row) => row.reference, 276),
    ...accountColumns,
    nairaColumn('Amount', (row) => row.amount, 124),
    statusColumn(bulkItem, 145),
    { title: 'Reason or warning', text: (row) => orEmpty(remark(row)), width: 220 },
  ],
  search: { key: 'reference', label: 'Search by item reference' },
  filters: [choice('status', 'Status', statuses)],
  exports: [choice('status', 'Status', statuses)],
  words: listWords,
  open: (row) => (row.transactionId ? paths.transaction(row.transactionId) : { itemId: row.id }),
})

function remark({ reason, warning }: BulkItem): string {
  return [reason, warning].filter(Boolean).join('; ')
}
