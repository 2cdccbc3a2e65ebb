import { frequencies, payouts } from '@kobo/contract/payouts'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { calendarDay } from '../../ui/calendar-day.ts'
import { recurrentPayout, statusOptions } from '../../status/statuses.ts'
import { sentenceCase } from '../../transaction/transaction-words.ts'
import { listWords } from './list-words.ts'
import { accountColumns, createdColumn, nairaColumn, statusColumn } from './payout-columns.tsx'

const frequencyOptions = frequencies.map((value) => ({ value, label: sentenceCase(value) }))
const statuses = statusOptions(recurrentPayout, ['ACTIVE', 'INACTIVE', 'CANCELLED', 'COMPLETED'])

/** Payouts that are made again and again; a row opens beside the list. */
export const recurringList = defineList(
  payouts.recurrent,
  (reply) => reply.records,
)({
  name: 'recurring-payouts',
  title: 'Recurring payouts',
  columns: [
    createdColumn(),
    ...accountColumns,
    nairaColumn('Amount', (row) => row.amount, 124),
    { title: 'Start date', text: (row) => calendarDay(row.startDate), width: 118 },
    { title: 'End date', text: (row) => calendarDay(row.endDate), width: 118 },
    { title: 'Interval', text: (row) => sentenceCase(row.interval), width: 90 },
    statusColumn(recurrentPayout, 110),
  ],
  filters: [choice('frequency', 'Frequency', frequencyOptions), choice('status', 'Status', statuses), dayRange()],
  exports: [choice('interval', 'Frequency', frequencyOptions), dayRange()],
  words: listWords,
  open: (row) => ({ recurrentId: row.id }),
})
