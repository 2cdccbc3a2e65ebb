import { csvCell } from '@kobo/contract/kit/export-file'
import { stringify } from 'csv-stringify/sync'

/** Byte order mark at the start of a CSV file; without it Excel does not read UTF-8. */
export const csvMark = '\uFEFF'

/** Formats lines of CSV that spreadsheets read as text and numbers, never as formulas. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  return stringify([...lines], { cast: { string: csvCell }, record_delimiter: 'windows' })
}
