import { transactions } from '@kobo/contract/transactions'
import { status, text } from '../../../columns/columns.tsx'
import { defineList } from '../../../list/define-list.ts'
import { choice } from '../../../list/filter-fields.tsx'
import { ownPanel } from '../../../record/panel.tsx'
import { stepLabel } from '../../../transaction/payout-steps.ts'
import { logMoment } from './log-moment.ts'
import { responseCodes } from './response-code.tsx'

const offered = [
  'FUND_SUCCESS',
  'SESSION_INIT',
  'COLLECTION_WEBHOOK',
  'TRANSFER_WEBHOOK',
  'PROVIDER_CHARGES_SETTLEMENT',
  'FUND_PENDING',
]

/** What was asked of the outside world for a transaction and what it answered; a row opens beside the page. */
export const transactionLogList = defineList(
  transactions.logs,
  'logs',
)({
  name: 'transaction-log',
  title: 'Transaction log',
  columns: [
    text('Date created', (row) => logMoment(row.createdAt), 180),
    // A category that nobody knows shows nothing.
    { title: 'Category', text: (row) => stepLabel(row.category), width: 240 },
    status(responseCodes, { title: 'Response code', of: (row) => row.responseCode, width: 140 }),
  ],
  filters: [
    choice(
      'category',
      'Category',
      offered.map((value) => ({ value, label: stepLabel(value) })),
    ),
  ],
  panel: ownPanel('logId', () => import('./log-panel.tsx'), 'LogPanel'),
})
