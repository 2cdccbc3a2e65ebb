import { csvCell, fileName } from '@kobo/contract/kit/export-file'
import { lagosDay } from '@kobo/contract/kit/day'
import { stringify } from 'csv-stringify/browser/esm/sync'
import { serverNow } from '../api/clock.ts'
import type { Column } from './define-list.ts'
import { fileTexts, type NamedList, type ExportScope } from './describe-export.ts'

type Cell = string | number

/** Returns the name of an export: `payouts-live-type-debit-2026-11-21.csv`. */
export function csvName(list: NamedList, narrowed: ExportScope): string {
  const { mode } = narrowed
  return `${fileName({ list: list.name, mode, words: fileTexts(list, narrowed), day: lagosDay(new Date(serverNow())) })}.csv`
}

/** Returns a list's rows as CSV. Spreadsheets read its cells as numbers and text, never as formulas. */
export async function csvFile<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<Blob> {
  const write = (lines: Cell[][]) => stringify(lines, { cast: { string: csvCell }, record_delimiter: 'windows' })
  const textColumns = columns.flatMap(({ title, text }) => (text ? [{ title, text }] : []))
  const parts = [write([textColumns.map(({ title }) => title)])]
  for (let from = 0; from < rows.length; from += chunkRows) {
    parts.push(write(rows.slice(from, from + chunkRows).map((row) => textColumns.map(({ text }) => text(row)))))
    // Yields to the browser between two chunks of a long file.
    if (rows.length > chunkRows) await new Promise((resolve) => setTimeout(resolve))
  }
  // Without the byte order mark, Excel does not read the file as UTF-8.
  return new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' })
}

const chunkRows = 2_000

/** Saves the file through the browser. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start the download late, so the URL is not revoked immediately.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
