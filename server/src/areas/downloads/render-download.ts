import type { FileFormat } from '@kobo/contract/downloads'
import type { FileColumn } from '@kobo/contract/kit/file-columns'
import { runOnThread } from '../../jobs/worker-thread.ts'
import type { IncomingFile } from '../../rails/file-store.ts'
import type { Cell } from './row-writer.ts'

/** Order to the thread: `begin` once, then `add` for each chunk, then `end` once. */
export type Order =
  | { what: 'begin'; format: FileFormat; columns: readonly FileColumn[] }
  | { what: 'add'; rows: Cell[][] }
  | { what: 'end' }

const script = { name: 'download-thread', beside: import.meta.url }

/** Writes an export in chunks on its own thread, so that the server stays responsive and only one chunk is in memory. */
export async function renderDownload(
  { format, columns }: { format: FileFormat; columns: readonly FileColumn[] },
  chunks: AsyncIterable<readonly object[]>,
  file: IncomingFile,
  signal: AbortSignal,
): Promise<void> {
  const paths = columns.map(({ path }) => path.split('.'))
  await runOnThread(script, signal, async (request) => {
    const send = async (order: Order) => {
      const bytes = await request(order)
      if (!(bytes instanceof Uint8Array)) throw new Error('The worker thread sent an unexpected reply')
      await file.write(bytes)
    }
    await send({ what: 'begin', format, columns })
    for await (const rows of chunks) {
      await send({ what: 'add', rows: rows.map((row) => paths.map((path) => valueAt(row, path))) })
    }
    await send({ what: 'end' })
  })
}

function valueAt(row: object, path: readonly string[]): Cell {
  let value: unknown = row
  for (const key of path) value = isObject(value) ? value[key] : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
