import { csvCell } from '@kobo/contract/kit/csv-cell'
import { stringify } from 'csv-stringify/sync'

/** Begins a file of CSV: without it Excel takes UTF-8 for another alphabet. */
export const csvMark = '\uFEFF'

/** Lines of CSV that spreadsheets read as text and numbers, never as formulas. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  return stringify([...lines], { cast: { string: csvCell }, record_delimiter: 'windows' })
}
