import { parentPort } from 'node:worker_threads'
import { csvWriter, type RowWriter, xlsxWriter } from './row-writer.ts'
import type { Order } from './render-download.ts'

// Worker thread that writes one export after the other.

if (!parentPort) throw new Error('This file must run in a worker thread')
const port = parentPort
let writer: RowWriter | null = null

port.on('message', (order: Order) => {
  void processOrder(order).then((bytes) => port.postMessage(bytes))
})

async function processOrder(order: Order): Promise<Uint8Array> {
  if (order.what === 'begin') {
    writer = order.format === 'xlsx' ? xlsxWriter(order.columns) : csvWriter(order.columns)
    return new Uint8Array()
  }
  if (!writer) throw new Error('No file was started')
  return order.what === 'add' ? await writer.add(order.rows) : await writer.end()
}
