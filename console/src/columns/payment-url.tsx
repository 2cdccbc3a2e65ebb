import type { Column } from '../list/define-list.ts'
import { Address } from '../ui/external-link.tsx'
import { orEmpty } from '../ui/format-text.ts'

/** Panel field of a payment URL, which opens in a new tab and can be copied. */
export function payAddress<Row>(title: string, getValue: (row: Row) => string | null | undefined): Column<Row> {
  return {
    title,
    cell: (row) => <Address value={getValue(row)} label="Copy link" toast="Link copied successfully" />,
    text: (row) => orEmpty(getValue(row)),
  }
}
