import { runOnThread } from '../../jobs/worker-thread.ts'
import type { IncomingFile } from '../../rails/file-store.ts'
import type { Movement } from './statement-movements.ts'
import type { StatementHead } from './statement.ts'

/** Order to the thread: `begin` once, then `add` for each chunk, then `end` once. */
export type Order =
  | { what: 'begin'; head: StatementHead; madeAt: Date; asPdf: boolean }
  | { what: 'add'; movements: Movement[] }
  | { what: 'end'; head: StatementHead }

/** Bytes that an order produced. */
export interface RenderedStatement {
  pdf: Uint8Array
  csv: Uint8Array
}

/** Destinations of the bytes. Without a PDF only the CSV is rendered. */
interface Files {
  pdf: IncomingFile | null
  csv: IncomingFile
}

const script = { name: 'statement-thread', beside: import.meta.url }

/** Renders a statement in chunks on its own thread, so that the server stays responsive and only one chunk is in memory. */
export async function renderStatement(
  head: StatementHead,
  madeAt: Date,
  chunks: AsyncIterable<Movement[]>,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  await runOnThread(script, signal, async (request) => {
    const send = async (order: Order) => {
      const rendered = await request(order)
      if (!isRendered(rendered)) throw new Error('The worker thread sent an unexpected reply')
      await files.pdf?.write(rendered.pdf)
      await files.csv.write(rendered.csv)
    }
    await send({ what: 'begin', head, madeAt, asPdf: files.pdf !== null })
    for await (const movements of chunks) await send({ what: 'add', movements })
    await send({ what: 'end', head })
  })
}

function isRendered(reply: unknown): reply is RenderedStatement {
  return typeof reply === 'object' && reply !== null && 'pdf' in reply && 'csv' in reply
}
