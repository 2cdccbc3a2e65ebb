import { payouts } from '@kobo/contract/payouts'
import { accountColumns } from '../../columns/account.tsx'
import { created, moment, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { panel } from '../../record/panel.tsx'
import { scheduledPanel, scheduledPayout } from '../../status/statuses.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ScheduledActions = lazyComponent(() => import('./scheduled-actions.tsx'), 'ScheduledActions')

const statuses = statusFilter(scheduledPayout, ['DISPATCHED', 'NEW', 'CANCELLED', 'FAILED'])
const exported = asWritten('dispatched', { initiated: 'NEW' }, 'cancelled', 'failed')

/** Scheduled payouts. A row opens a side panel with the outcome. */
export const scheduledList = defineList(payouts.scheduled, 'records', {
  name: 'scheduled-payouts',
  columns: [
    created(),
    ...accountColumns,
    naira('Amount', (row) => row.amount),
    moment('Schedule date', (row) => row.scheduleDate),
    status(scheduledPayout),
  ],
  filters: [statuses, dayRange()],
  exports: [choice('status', 'Status', exported), dayRange()],
  changes: (payout) => payout.status === 'NEW' && 'slow',
  panel: panel(payouts.scheduledInfo, 'info', {
    name: 'scheduled payout',
    title: 'Transaction Summary',
    history: 'scheduled_payout',
    fields: [
      status(scheduledPanel),
      created('Date initiated'),
      ['Schedule date', 'Account name', 'Bank name', 'Account number', 'Amount'],
      naira('Charges', (payout) => payout.charges),
      text('Narration', (payout) => payout.narration),
      text('Reason', (payout) => payout.reason),
    ],
    footer: (payout) => <ScheduledActions payout={payout} />,
  }),
})
