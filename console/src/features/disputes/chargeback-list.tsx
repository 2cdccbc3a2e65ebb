import { disputes } from '@kobo/contract/disputes'
import { defineList } from '../../list/define-list.ts'
import type { Option } from '../../list/filter.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { listWords } from '../../list/list-texts.ts'
import { paths } from '../../paths.ts'
import { disputeColumns } from './dispute-columns.tsx'
import { disputesChange } from './dispute-rules.ts'

/** A word of the card schemes, sent as it is, and what a dispute's row says for it. */
const named = (value: string, row: string): Option => ({ value, label: value, row })

const filters = [
  choice('category', 'Category', [named('chargeback', 'CHARGEBACK'), named('fraud', 'SCAM')]),
  choice('status', 'Status', [
    named('awaiting feedback', 'AWAITING_FEEDBACK'),
    named('accepted', 'RESOLVED'),
    named('in progress', 'IN_PROGRESS'),
    named('declined', 'REJECTED'),
  ]),
  dayRange(),
]

/** The same disputes in the words of card schemes: chargebacks, and fraud on demand. */
export const chargebackList = defineList(
  disputes.list,
  'disputes',
)({
  name: 'chargebacks',
  title: 'Chargebacks',
  columns: disputeColumns,
  always: { category: 'CHARGEBACK' },
  search: { key: 'search', label: 'Search by name, reference or session ID' },
  filters,
  exports: filters,
  words: listWords,
  open: (row) => paths.dispute(row.id),
  changes: (reply) => disputesChange(reply.disputes),
})
