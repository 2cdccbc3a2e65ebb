import type { Dispute } from '@kobo/contract/disputes'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import type { Column } from '../../list/define-list.ts'
import { disputeStatus } from '../../status/statuses.ts'
import { sentenceCase } from '../../transaction/transaction-words.ts'
import { DueDate, dueText } from './due-date.tsx'

/** What every list of disputes tells of each. */
export const disputeColumns: readonly Column<Dispute>[] = [
  created(),
  text('Merchant', (row) => row.merchant?.businessName, 165),
  text('Customer', (row) => row.customer, 135),
  naira('Amount', (row) => row.amount, 120),
  code('Transaction reference', (row) => row.transactionReference, 160),
  text('Category', (row) => sentenceCase(row.category), 105),
  { title: 'Due date', cell: (row) => <DueDate of={row} />, text: dueText, width: 225 },
  status(disputeStatus, 145),
]
