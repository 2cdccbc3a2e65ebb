import { payouts } from '@kobo/contract/payouts'
import { accountColumns } from '../../columns/account.tsx'
import { code, created, moment, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { panel } from '../../record/panel.tsx'
import { scheduledPanel, scheduledPayout } from '../../status/statuses.ts'
import { TransactionLink } from '../../transaction/transaction-link.tsx'

const statuses = statusFilter(scheduledPayout, ['DISPATCHED', 'NEW', 'CANCELLED', 'FAILED'])
const exported = asWritten('dispatched', { initiated: 'NEW' }, 'cancelled', 'failed')

/** Scheduled payouts. A row opens a side panel with the outcome. */
export const scheduledList = defineList(
  payouts.scheduled,
  'records',
)({
  name: 'scheduled-payouts',
  title: 'Scheduled payouts',
  columns: [
    created(),
    ...accountColumns,
    naira('Amount', (row) => row.amount),
    moment('Schedule date', (row) => row.scheduleDate),
    status(scheduledPayout),
  ],
  filters: [statuses, dayRange()],
  exports: [choice('status', 'Status', exported), dayRange()],
  changes: (reply) => reply.records.some((payout) => payout.status === 'NEW') && 'slow',
  panel: panel(
    payouts.scheduledInfo,
    'info',
  )({
    key: 'scheduleId',
    name: 'scheduled payout',
    title: 'Transaction Summary',
    request: (scheduleId) => ({ scheduleId }),
    fields: [
      status(scheduledPanel),
      created('Date initiated'),
      moment('Schedule date', (payout) => payout.scheduleDate),
      text('Account name', (payout) => payout.accountName),
      text('Bank name', (payout) => payout.bankName),
      code('Account number', (payout) => payout.accountNumber),
      naira('Amount', (payout) => payout.amount),
      naira('Charges', (payout) => payout.charges),
      text('Narration', (payout) => payout.narration),
      text('Reason', (payout) => payout.reason),
    ],
    footer: ({ transactionId }) => transactionId && <TransactionLink transactionId={transactionId} />,
  }),
})
