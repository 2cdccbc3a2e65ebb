import { disputeCategories, disputeStatuses } from '@kobo/contract/kit/dispute'
import { disputes } from '@kobo/contract/disputes'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { disputeStatus, statusOptions } from '../../status/statuses.ts'
import { categoryOptions, disputeColumns, disputeOrder } from './dispute-columns.tsx'
import { disputeChanges } from './dispute-record.ts'

const categories = categoryOptions(disputeCategories)
const statuses = statusOptions(disputeStatus, disputeStatuses)
const lowerCaseOption = { value: 'in progress', label: 'in progress', row: 'IN_PROGRESS' }

/** Disputes of transactions. A row links to the dispute's page. */
export const disputeList = defineList(disputes.list, 'disputes', {
  name: 'disputes',
  columns: disputeColumns,
  cards: [
    { label: 'Total disputes', value: (reply) => reply.totalRecords },
    {
      label: 'Overdue',
      value: (reply) => reply.totalOverdue,
      of: (reply) => reply.totalRecords,
      filters: { state: 'OVERDUE' },
    },
  ],
  search: { key: 'search', label: 'Search by name, reference or session ID' },
  filters: [
    choice('category', 'Category', categories),
    choice(
      'status',
      'Status',
      statuses.flatMap((option) => (option.value === 'IN_PROGRESS' ? [option, lowerCaseOption] : [option])),
    ),
    dayRange(),
    disputeOrder,
  ],
  linked: [choice('state', 'Due', [{ value: 'OVERDUE', label: 'Overdue' }])],
  urlNames: { category: 'filterCategory', status: 'filterStatus', state: 'due' },
  exports: [
    choice('category', 'Category', categories),
    choice(
      'status',
      'Status',
      statuses.map((option) => (option.value === 'IN_PROGRESS' ? lowerCaseOption : option)),
    ),
    dayRange(),
  ],
  queue: {
    call: disputes.changeStatus,
    items: { status: '', state: 'OPEN', sort: 'due' },
    nameOf: (row) => row.customer,
    address: paths.disputes(),
  },
  open: (row) => paths.dispute(row.id),
  changes: disputeChanges,
})
