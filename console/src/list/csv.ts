import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { stringify } from 'csv-stringify/browser/esm/sync'
import type { Column } from './define-list.ts'
import { exportFor } from './dialog-registry.ts'
import { type Filter, type FilterValues, isChosen } from './filter.ts'

type Cell = string | number

/** Of which mode rows are, what their list was narrowed to, and what was chosen of them. */
export interface Narrowed {
  mode: Mode | undefined
  search: string
  filters: FilterValues
  chosen: FilterValues
}

const longestName = 150

/** What a file holds, in its name: `payouts-live-type-debit-2026-11-21.csv`. */
export function fileName(list: NamedList, { mode, search, filters, chosen }: Narrowed): string {
  const told = (fields: readonly Filter[], values: FilterValues) =>
    fields.filter((field) => isChosen(field, values)).map((field) => field.describe(values))
  const narrowed = new Set([...told(list.filters, filters), ...told(exportFor(list.name), chosen)])
  const words = [list.name, mode === 'SANDBOX' ? 'test' : 'live', search, ...narrowed]
  const plain = words
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${plain.replace(/-$/, '').slice(0, longestName)}-${lagosDay(new Date())}.csv`
}

interface NamedList {
  name: string
  filters: readonly Filter[]
}

/** A list's rows as a CSV file that spreadsheets read as text, never as formulas. */
export async function csvFile<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<Blob> {
  const write = (lines: Cell[][]) => stringify(lines, { escape_formulas: true, record_delimiter: 'windows' })
  const written = columns.flatMap(({ title, text }) => (text ? [{ title, text }] : []))
  const parts = [write([written.map(({ title }) => title)])]
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    parts.push(write(rows.slice(from, from + rowsAtOnce).map((row) => written.map(({ text }) => text(row)))))
    // Lets the page breathe between two parts of a long file.
    if (rows.length > rowsAtOnce) await new Promise((resolve) => setTimeout(resolve))
  }
  // Without the mark Excel takes UTF-8 for another alphabet.
  return new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' })
}

const rowsAtOnce = 2_000

/** Hands the file to the browser to save. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // At once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
