import { transactions } from '@kobo/contract/transactions'
import { text } from '../../../../columns/columns.tsx'
import { defineList } from '../../../../list/define-list.ts'
import { choice, dayRange } from '../../../../list/filter-fields.tsx'
import { List } from '../../../../list/list.tsx'
import { customPanel } from '../../../../record/panel.tsx'
import { stepLabel } from '../../../../transaction/payout-steps.ts'
import { orEmpty } from '../../../../ui/format-text.ts'
import { logMoment } from './status-queries.tsx'
import { ResponseCode } from './response-code.tsx'
import classes from './transaction-log-list.module.css'

const offered = [
  'FUND_SUCCESS',
  'SESSION_INIT',
  'COLLECTION_WEBHOOK',
  'TRANSFER_WEBHOOK',
  'PROVIDER_CHARGES_SETTLEMENT',
  'FUND_PENDING',
]

/** Requests to external services and their responses. A row opens a side panel. */
export const transactionLogList = defineList(transactions.logs, 'logs', {
  name: 'transaction-log',
  columns: [
    text('Date created', (row) => logMoment(row.createdAt), 180),
    // An unknown category has no label.
    { title: 'Category', text: (row) => stepLabel(row.category), width: 240 },
    {
      title: 'Response code',
      cell: (row) => <ResponseCode of={row} />,
      text: (row) => orEmpty([row.responseCode, row.responseText].filter(Boolean).join(' ')),
      width: 260,
    },
  ],
  filters: [
    choice(
      'category',
      'Category',
      offered.map((value) => ({ value, label: stepLabel(value) })),
    ),
  ],
  exports: [dayRange()],
  words: { refetch: 'Refetch List' },
  panel: customPanel('logId', () => import('./log-panel.tsx'), 'LogPanel'),
})

export function TransactionLog({ transactionId }: { transactionId: string }) {
  return (
    <div className={classes.log}>
      <h2 className={classes.title}>{transactionLogList.title}</h2>
      <List of={transactionLogList} with={{ transactionId }} />
    </div>
  )
}
