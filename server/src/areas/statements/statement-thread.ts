import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { csvFoot, csvHead, csvLines } from './statement-csv.ts'
import { beginPdf, type StatementPdf } from './statement-pdf.ts'
import type { Drawn, Order } from './render-statement.ts'

// Worker thread that renders statements one after the other and returns the bytes of each order.

const port = parentPort
if (!port) throw new Error('This file must run in a worker thread')

let pages: Uint8Array[] = []
let pdf: StatementPdf | null = null

port.on('message', (order: Order) => {
  void carryOut(order).then((drawn) => port.postMessage(drawn))
})

async function carryOut(order: Order): Promise<Drawn> {
  const csv = await draw(order)
  // The document emits its bytes in a later turn of the event loop.
  await nextTurn()
  return { pdf: Buffer.concat(pages.splice(0)), csv: Buffer.from(csv) }
}

async function draw(order: Order): Promise<string> {
  if (order.what === 'begin') {
    const own: Uint8Array[] = []
    pages = own
    pdf = order.asPdf ? beginPdf(order.head, order.madeAt, (bytes) => own.push(bytes)) : null
    return csvHead(order.head)
  }
  if (order.what === 'add') {
    pdf?.add(order.movements)
    return csvLines(order.movements)
  }
  await pdf?.end()
  pdf = null
  return csvFoot(order.head)
}
