import { type CardBatchDetails, cardBatchStatuses, cards } from '@kobo/contract/cards'
import { code, count, created, moment, status, text } from '../../columns/columns.tsx'
import { merchantLink } from '../../columns/record-link.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { batchReference } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange, textFilter } from '../../list/filter-fields.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { panel } from '../../record/panel.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { cardBatchStatus, typeName, typeOptions } from './card-labels.ts'

const ApproveBatch = lazyComponent(() => import('./batch-panel.tsx'), 'ApproveBatch', { over: true })
const DeclineBatch = lazyComponent(() => import('./batch-panel.tsx'), 'DeclineBatch', { over: true })
const BatchDecision = lazyComponent(() => import('./batch-panel.tsx'), 'BatchDecision')
const BatchHolders = lazyComponent(() => import('./batch-panel.tsx'), 'BatchHolders')

const decisions = [
  { text: 'Approve', call: cards.approveBatch, Dialog: ApproveBatch },
  { text: 'Decline', call: cards.declineBatch, Dialog: DeclineBatch },
]
const statuses = statusFilter(cardBatchStatus, cardBatchStatuses)
const types = choice('type', 'Card type', typeOptions)

/** Card batches requested by merchants. A row opens a side panel, where the batch is decided. */
export const batchList = defineList(cards.batches, 'batches', {
  name: 'card-batches',
  title: 'Batches',
  columns: [
    created(),
    text('Merchant', (row) => row.merchant?.businessName, 200),
    code('Batch reference', (row) => row.batchReference, 190),
    count('Quantity', (row) => row.quantity, 105),
    text('Type', (row) => typeName(row.type), 110),
    text('Reason', (row) => row.reason, 200),
    status(cardBatchStatus, 120),
  ],
  filters: [merchantFilter(), statuses, types, textFilter('batchReference', 'Batch reference'), dayRange()],
  exports: [statuses, types, dayRange()],
  // Another operator may decide it.
  changes: (batch) => batch.status === 'PENDING' && 'slow',
  queue: {
    call: cards.approveBatch,
    items: { status: 'PENDING', sort: 'oldest' },
    nameOf: (row) => row.merchant?.businessName,
  },
  menuCall: cards.approveBatch,
  menu: ({ status: at }) => (at === 'PENDING' ? decisions : []),
  panel: panel(cards.batchDetails, 'batch', {
    title: 'Card Batch Details',
    history: 'card_batch',
    fields: [
      ['Status', 'Date created'],
      merchantLink,
      batchReference((batch) => batch.batchReference),
      ['Type', 'Quantity'],
      moment('Decided', (batch) => batch.decidedAt),
      text('Decided by', (batch) => batch.decidedBy),
      ['Reason'],
      text('Cannot be approved', (batch) => batch.hindrance),
      { title: 'Cards', cell: (batch: CardBatchDetails) => <BatchHolders batch={batch} /> },
    ],
    withoutEmpty: true,
    footer: (batch) => <BatchDecision batch={batch} />,
  }),
})
