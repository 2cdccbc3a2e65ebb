import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { inLagos, lagosTime } from '@kobo/contract/kit/day'
import type { ColumnKind, FileColumn } from '@kobo/contract/kit/file-columns'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvMark, csvText } from '../../rails/csv-text.ts'

/** Value as in a reply. */
export type Cell = string | number | boolean | null

/** Encodes an export in chunks. Each call returns the bytes completed since the last one. */
export interface RowWriter {
  add(rows: readonly (readonly Cell[])[]): Promise<Uint8Array>
  end(): Promise<Uint8Array>
}

/** Instant in the contract's format. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Returns the instant that a text contains; null for a day or any other value. */
function instantOf(value: Cell): Date | null {
  return typeof value === 'string' && instantPattern.test(value) ? new Date(value) : null
}

export function csvWriter(columns: readonly FileColumn[]): RowWriter {
  let head = csvMark + csvText([columns.map(({ title }) => title)])
  const encode = (text: string) => {
    const bytes = Buffer.from(head + text)
    head = ''
    return bytes
  }
  return {
    add: async (rows) =>
      encode(csvText(rows.map((row) => row.map((cell, index) => inCsv(cell, columns[index]?.kind ?? 'text'))))),
    end: async () => encode(''),
  }
}

function inCsv(cell: Cell, kind: FileColumn['kind']): string | number | null {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  const instant = kind === 'moment' ? instantOf(cell) : null
  return instant ? lagosTime(instant) : cell
}

type SheetCell = string | number | Date | null

/** Width and number format by kind of value. Values without a format stay as they are, so texts keep their leading zeros. */
const forms: Readonly<Record<ColumnKind, { width: number; numFmt?: string }>> = {
  text: { width: 24 },
  naira: { width: 18, numFmt: '#,##0.00' },
  number: { width: 12 },
  moment: { width: 18, numFmt: 'dd-mm-yyyy hh:mm' },
  yesNo: { width: 10 },
}

/** Writes rows as an Excel sheet with only one chunk in memory. */
export function xlsxWriter(columns: readonly FileColumn[]): RowWriter {
  // Buffers one chunk: adding another waits until it has been read.
  const chunks = new PassThrough({ objectMode: true, highWaterMark: 1 })
  const output: Uint8Array[] = []
  const sheet = writeXlsxStream(rowsOf(chunks), {
    name: 'Rows',
    columns: columns.map(({ title, kind }) => ({ header: title, ...forms[kind] })),
    freezePane: { rows: 1 },
  })
  const finished = (async () => {
    for await (const bytes of sheet) output.push(bytes)
  })()
  const takeOutput = () => Buffer.concat(output.splice(0))
  return {
    async add(rows) {
      const cells = rows.map((row) => row.map((cell, index) => inSheet(cell, columns[index]?.kind ?? 'text')))
      // If the sheet fails, `drain` is never emitted and `finished` rejects.
      if (!chunks.write(cells)) await Promise.race([once(chunks, 'drain'), finished])
      return takeOutput()
    },
    async end() {
      chunks.end()
      await finished
      return takeOutput()
    },
  }
}

function inSheet(cell: Cell, kind: ColumnKind): SheetCell {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (kind !== 'moment') return cell
  const instant = instantOf(cell)
  // A sheet has no time zones and shows Lagos time.
  return instant ? inLagos(instant) : cell
}

async function* rowsOf(chunks: AsyncIterable<readonly SheetCell[][]>): AsyncGenerator<SheetCell[]> {
  for await (const chunk of chunks) yield* chunk
}
