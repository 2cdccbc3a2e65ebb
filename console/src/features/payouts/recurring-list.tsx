import { frequencies, payouts } from '@kobo/contract/payouts'
import { accountColumns } from '../../columns/account.tsx'
import { count, created, day, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange } from '../../list/filter-fields.tsx'
import { panel } from '../../record/panel.tsx'
import { recurrentPayout } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const RecurringActions = lazyComponent(() => import('./recurring-actions.tsx'), 'RecurringActions')

const frequencyOptions = frequencies.map((value) => ({ value, label: sentenceCase(value) }))
const statuses = statusFilter(recurrentPayout, ['ACTIVE', 'INACTIVE', 'CANCELLED', 'COMPLETED'])

/** Recurring payouts. A row opens a side panel. */
export const recurringList = defineList(payouts.recurrent, 'records', {
  name: 'recurring-payouts',
  columns: [
    created(),
    ...accountColumns,
    naira('Amount', (row) => row.amount, 124),
    day('Start date', (row) => row.startDate),
    day('End date', (row) => row.endDate),
    text('Interval', (row) => sentenceCase(row.interval), 80),
    status(recurrentPayout, 120),
  ],
  filters: [choice('frequency', 'Frequency', frequencyOptions), statuses, dayRange()],
  exports: [choice('interval', 'Frequency', frequencyOptions), dayRange()],
  changes: (payout) => payout.status === 'ACTIVE' && 'slow',
  panel: panel(payouts.recurrentInfo, 'info', {
    name: 'recurring payout',
    title: 'Transaction Summary',
    history: 'recurring_payout',
    fields: [
      status(recurrentPayout),
      created('Date initiated'),
      ['Start date', 'End date'],
      // Another server may send only the recipient.
      text('Sender account name', (payout) => payout.sender?.accountName ?? payout.accountName),
      ['Bank name', 'Account number', 'Amount'],
      naira('Charge', (payout) => payout.charges),
      text('Narration', (payout) => payout.narration),
      ['Interval'],
      text('Beneficiary account name', (payout) => payout.accountName),
      text('Merchant', (payout) => payout.sender?.merchant.businessName),
      // A paused one has a next run only if it is resumed.
      day('Next date', (payout) => (payout.status === 'INACTIVE' ? null : payout.nextDate)),
      count('Runs so far', (payout) => payout.runs),
    ],
    footer: (payout) => <RecurringActions payout={payout} />,
  }),
})
