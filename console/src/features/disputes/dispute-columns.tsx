import type { Dispute } from '@kobo/contract/disputes'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import type { Column } from '../../list/define-list.ts'
import { choice } from '../../list/filter-fields.tsx'
import { disputeStatus } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { DueDate, dueText } from './due-date.tsx'

/** Columns shared by the dispute lists. */
export const disputeColumns: readonly Column<Dispute>[] = [
  created(),
  text('Merchant', (row) => row.merchant?.businessName, 150),
  text('Customer', (row) => row.customer, 115),
  naira('Amount', (row) => row.amount, 115),
  code('Transaction reference', (row) => row.transactionReference, 157),
  text('Category', (row) => sentenceCase(row.category), 108),
  { title: 'Due date', cell: (row) => <DueDate of={row} />, text: dueText, width: 178 },
  status(disputeStatus, 172),
]

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'due', label: 'Due first' },
]

/** Filter of the dispute lists that orders them. */
export const disputeOrder = { ...choice('sort', 'Order', orders), onlyFilters: true as const }

/** Returns the values as options of a form or filter. */
export function categoryOptions(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: sentenceCase(value) }))
}
