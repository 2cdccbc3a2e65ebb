import { created, person, text } from '../../columns/columns.tsx'
import type { Column } from '../../list/define-list.ts'

type Text = string | null | undefined

/** Returns the leading columns shared by the merchant lists. */
export function merchantColumns<Row extends { createdAt?: Text }>(
  dateTitle: string,
  merchantOf: (row: Row) => { businessName?: Text; email?: Text } | null | undefined,
): Column<Row>[] {
  return [
    created(dateTitle),
    person('Business name', (row) => merchantOf(row)?.businessName),
    { ...text<Row>('Email address', (row) => merchantOf(row)?.email, 210), tone: 'dim' },
  ]
}
