import { type BulkItem, payouts } from '@kobo/contract/payouts'
import { accountColumnsOf } from '../../../columns/account.tsx'
import { code, naira, status } from '../../../columns/columns.tsx'
import { defineList } from '../../../list/define-list.ts'
import { choice } from '../../../list/filter-fields.tsx'
import { bulkItem, statusOptions } from '../../../status/statuses.ts'
import { customPanel } from '../../../record/panel.tsx'
import { paths } from '../../../paths.ts'
import { listWords } from '../../../list/list-texts.ts'
import { orEmpty } from '../../../ui/empty-value.ts'
import classes from './batch-item-list.module.css'
import { isUnderWay } from './batch-status.ts'

const statuses = statusOptions(bulkItem, ['NOT_PROCESSED', 'PENDING', 'SUCCESS', 'NEW', 'FAILED'])

/** The payouts of one batch; what was sent leads to its transaction, anything else opens beside the list. */
export const batchItemList = defineList(
  payouts.bulkItems,
  'records',
)({
  name: 'bulk-payout-items',
  title: 'Items',
  columns: [
    // A server that does not count the lines has their references.
    { title: 'Line', text: (row) => row.line ?? orEmpty(row.reference), width: 70 },
    // They all begin with the batch's own, which stands above.
    { ...code<BulkItem>('Reference', (row) => row.reference, 276), onDemand: true },
    ...accountColumnsOf<BulkItem>((row) => row, { name: 180, bank: 190 }),
    naira('Amount', (row) => row.amount, 124),
    status(bulkItem, 140),
    { title: 'Reason or warning', text: remark, cell: (row) => <Remark of={row} />, width: 320 },
  ],
  search: { key: 'reference', label: 'Search by item reference' },
  filters: [choice('status', 'Status', statuses)],
  exports: [choice('status', 'Status', statuses)],
  words: listWords,
  open: (row) => (row.transactionId ? paths.transaction(row.transactionId) : undefined),
  panel: customPanel('itemId', () => import('./batch-item-panel.tsx'), 'BatchItemPanel'),
  changes: ({ batch, records }) =>
    batch ? isUnderWay(batch.status) : records.some((item) => item.status === 'NEW' || item.status === 'PENDING'),
})

function remark({ reason, warning }: BulkItem): string {
  return orEmpty([reason, warning].filter(Boolean).join('; '))
}

/** A reason is told whole, on two lines if need be: it is what the merchant asks for. */
function Remark({ of: item }: { of: BulkItem }) {
  const told = remark(item)
  return (
    <span className={classes.remark} title={told}>
      {told}
    </span>
  )
}
