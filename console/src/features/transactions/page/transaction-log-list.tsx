import { transactions } from '@kobo/contract/transactions'
import { defineList } from '../../../list/define-list.ts'
import { choice } from '../../../list/filter-fields.tsx'
import { orEmpty } from '../../../ui/empty.ts'
import { stepLabel } from '../../../transaction/payout-steps.ts'
import { logMoment } from './log-moment.ts'
import { ResponseCode } from './response-code.tsx'

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
  (reply) => reply.logs,
)({
  name: 'transaction-log',
  title: 'Transaction log',
  columns: [
    { title: 'Date created', text: (row) => logMoment(row.createdAt), width: 180 },
    { title: 'Category', text: (row) => stepLabel(row.category), width: 240 },
    {
      title: 'Response code',
      cell: (row) => <ResponseCode code={row.responseCode} />,
      text: (row) => orEmpty(row.responseCode),
      width: 140,
    },
  ],
  filters: [
    choice(
      'category',
      'Category',
      offered.map((value) => ({ value, label: stepLabel(value) })),
    ),
  ],
  open: (row) => ({ logId: row.id }),
})
