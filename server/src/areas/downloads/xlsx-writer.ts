import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { inLagos } from '@kobo/contract/kit/day'
import type { ColumnKind, FileColumn } from '@kobo/contract/kit/file-columns'
import { writeXlsxStream } from 'hucre/xlsx'
import { type Cell, instantOf, type RowWriter } from './row-writer.ts'

type SheetCell = string | number | Date | null

/** How a kind of value stands in a sheet; what has no form here is a text, which keeps every nought that it begins with. */
const forms: Readonly<Record<ColumnKind, { width: number; numFmt?: string }>> = {
  text: { width: 24 },
  naira: { width: 18, numFmt: '#,##0.00' },
  number: { width: 12 },
  moment: { width: 18, numFmt: 'dd-mm-yyyy hh:mm' },
  yesNo: { width: 10 },
}

/** Writes rows as a sheet of Excel, of which no more is held than one piece. */
export function xlsxWriter(columns: readonly FileColumn[]): RowWriter {
  // One piece waits at most: whoever adds another waits until it is taken.
  const pieces = new PassThrough({ objectMode: true, highWaterMark: 1 })
  const made: Uint8Array[] = []
  const sheet = writeXlsxStream(rowsOf(pieces), {
    name: 'Rows',
    columns: columns.map(({ title, kind }) => ({ header: title, ...forms[kind] })),
    freezePane: { rows: 1 },
  })
  const written = (async () => {
    for await (const bytes of sheet) made.push(bytes)
  })()
  const soFar = () => Buffer.concat(made.splice(0))
  return {
    async add(rows) {
      const cells = rows.map((row) => row.map((cell, at) => inSheet(cell, columns[at]?.kind ?? 'text')))
      // Were the sheet to fail, nobody would take the piece any more.
      if (!pieces.write(cells)) await Promise.race([once(pieces, 'drain'), written])
      return soFar()
    },
    async end() {
      pieces.end()
      await written
      return soFar()
    },
  }
}

function inSheet(cell: Cell, kind: ColumnKind): SheetCell {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (kind !== 'moment') return cell
  const instant = instantOf(cell)
  // A sheet knows no zones: what it shows is the time in Lagos.
  return instant ? inLagos(instant) : cell
}

async function* rowsOf(pieces: AsyncIterable<readonly SheetCell[][]>): AsyncGenerator<SheetCell[]> {
  for await (const piece of pieces) yield* piece
}
