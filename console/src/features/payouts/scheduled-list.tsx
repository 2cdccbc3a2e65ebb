import { payouts } from '@kobo/contract/payouts'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { scheduledPayout, statusOptions } from '../../status/statuses.ts'
import { listWords } from './list-words.ts'
import { accountColumns, createdColumn, nairaColumn, statusColumn } from './payout-columns.tsx'

const statuses = statusOptions(scheduledPayout, ['DISPATCHED', 'NEW', 'CANCELLED', 'FAILED'])

const exportStatus = choice('status', 'Status', asWritten('dispatched', 'initiated', 'cancelled', 'failed'))

/** Payouts for a later time; a row opens beside the list. */
export const scheduledList = defineList(
  payouts.scheduled,
  (reply) => reply.records,
)({
  name: 'scheduled-payouts',
  title: 'Scheduled payouts',
  columns: [
    createdColumn(),
    ...accountColumns,
    nairaColumn('Amount', (row) => row.amount),
    {
      title: 'Schedule date',
      cell: (row) => <DateTime at={row.scheduleDate} />,
      text: (row) => listDateTime(row.scheduleDate),
      width: 160,
    },
    statusColumn(scheduledPayout),
  ],
  filters: [choice('status', 'Status', statuses), dayRange()],
  exports: [
    // Rows call it NEW what the dialog calls initiated.
    {
      ...exportStatus,
      matches: (row, { status }) =>
        exportStatus.matches(row, status === 'initiated' ? { status: 'NEW' } : status ? { status } : {}),
    },
    dayRange(),
  ],
  words: listWords,
  open: (row) => ({ scheduleId: row.id }),
})
