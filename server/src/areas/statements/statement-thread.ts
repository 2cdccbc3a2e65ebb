import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { csvFoot, csvHead, csvLines } from './statement-csv.ts'
import { beginPdf, type StatementPdf } from './statement-pdf.ts'
import type { RenderedStatement, Order } from './render-statement.ts'

// Worker thread that renders statements one after the other and returns the bytes of each order.

const port = parentPort
if (!port) throw new Error('This file must run in a worker thread')

let pages: Uint8Array[] = []
let pdf: StatementPdf | null = null

port.on('message', (order: Order) => {
  void processOrder(order).then((rendered) => port.postMessage(rendered))
})

async function processOrder(order: Order): Promise<RenderedStatement> {
  const csv = await render(order)
  // The document emits its bytes in a later turn of the event loop.
  await nextTurn()
  return { pdf: Buffer.concat(pages.splice(0)), csv: Buffer.from(csv) }
}

async function render(order: Order): Promise<string> {
  if (order.what === 'begin') {
    const output: Uint8Array[] = []
    pages = output
    pdf = order.asPdf ? beginPdf(order.head, order.madeAt, (bytes) => output.push(bytes)) : null
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
