import { disputes } from '@kobo/contract/disputes'
import { defineList } from '../../list/define-list.ts'
import type { Option } from '../../list/filter.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { disputeColumns, disputeOrder } from './dispute-columns.tsx'
import { disputeChanges } from './dispute-record.ts'

/** Filter option in the card schemes' terms, sent as it is; `row` is the matching value of a dispute's row. */
const toOption = (value: string, row: string): Option => ({ value, label: value, row })

/** Disputes in the card schemes' terms: chargebacks, and fraud by filter. */
export const chargebackList = defineList(disputes.list, 'disputes', {
  name: 'chargebacks',
  columns: disputeColumns,
  always: { category: 'CHARGEBACK' },
  search: { key: 'search', label: 'Search by name, reference or session ID' },
  filters: [
    choice('category', 'Category', [toOption('chargeback', 'CHARGEBACK'), toOption('fraud', 'SCAM')]),
    choice('status', 'Status', [
      toOption('awaiting feedback', 'AWAITING_FEEDBACK'),
      toOption('accepted', 'RESOLVED'),
      toOption('in progress', 'IN_PROGRESS'),
      toOption('declined', 'REJECTED'),
    ]),
    dayRange(),
    disputeOrder,
  ],
  queue: {
    call: disputes.changeStatus,
    items: { status: '', state: 'OPEN', sort: 'due' },
    nameOf: (row) => row.customer,
    address: paths.disputes({ status: 'chargebacks' }),
  },
  open: (row) => paths.dispute(row.id),
  changes: disputeChanges,
})
