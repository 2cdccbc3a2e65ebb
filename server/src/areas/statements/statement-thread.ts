import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { csvFoot, csvHead, csvLines } from './statement-csv.ts'
import type { Movement } from './statement-movements.ts'
import { beginPdf } from './statement-pdf.ts'
import type { Drawn, ToDraw } from './draw-statement.ts'

// Draws one statement on a thread of its own: movements come in pieces, nothing at the end, and each is answered with the bytes
// that it made.

const port = parentPort
if (!port) throw new Error('This is the work of a thread')
const { head, madeAt, asPdf }: ToDraw = workerData

const pages: Uint8Array[] = []
const pdf = asPdf ? beginPdf(head, madeAt, (bytes) => pages.push(bytes)) : null
let csv = csvHead(head)

port.on('message', (piece: Movement[] | null) => {
  void (piece ? draw(piece) : end())
})

async function draw(piece: Movement[]): Promise<void> {
  pdf?.add(piece)
  csv += csvLines(piece)
  await answer()
}

async function end(): Promise<void> {
  await pdf?.end()
  csv += csvFoot(head)
  await answer()
  port?.close()
}

async function answer(): Promise<void> {
  // The document hands its bytes out in a later turn.
  await nextTurn()
  const drawn: Drawn = { pdf: Buffer.concat(pages.splice(0)), csv: Buffer.from(csv) }
  csv = ''
  port?.postMessage(drawn)
}
