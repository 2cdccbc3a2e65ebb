import { lagosTime } from '@kobo/contract/kit/day'
import type { FileColumn } from '@kobo/contract/kit/file-columns'
import { csvMark, csvText } from '../../rails/csv-text.ts'
import { type Cell, instantOf, type RowWriter } from './row-writer.ts'

export function csvWriter(columns: readonly FileColumn[]): RowWriter {
  let head = csvMark + csvText([columns.map(({ title }) => title)])
  const taken = (text: string) => {
    const bytes = Buffer.from(head + text)
    head = ''
    return bytes
  }
  return {
    add: async (rows) =>
      taken(csvText(rows.map((row) => row.map((cell, at) => written(cell, columns[at]?.kind ?? 'text'))))),
    end: async () => taken(''),
  }
}

function written(cell: Cell, kind: FileColumn['kind']): string | number | null {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  const instant = kind === 'moment' ? instantOf(cell) : null
  return instant ? lagosTime(instant) : cell
}
