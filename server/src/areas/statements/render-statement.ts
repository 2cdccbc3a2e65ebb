import { runOnThread } from '../../jobs/worker-thread.ts'
import type { IncomingFile } from '../../rails/incoming-file.ts'
import type { Movement } from './statement-movements.ts'
import type { StatementHead } from './statement.ts'

/** Order to the thread: `begin` once, then `add` for each chunk, then `end` once. */
export type Order =
  | { what: 'begin'; head: StatementHead; madeAt: Date; asPdf: boolean }
  | { what: 'add'; movements: Movement[] }
  | { what: 'end'; head: StatementHead }

/** Bytes that an order produced. */
export interface Drawn {
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
  pieces: AsyncIterable<Movement[]>,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  await runOnThread(script, signal, async (ask) => {
    const carryOut = async (order: Order) => {
      const drawn = await ask(order)
      if (!isDrawn(drawn)) throw new Error('The worker thread sent an unexpected reply')
      await files.pdf?.write(drawn.pdf)
      await files.csv.write(drawn.csv)
    }
    await carryOut({ what: 'begin', head, madeAt, asPdf: files.pdf !== null })
    for await (const movements of pieces) await carryOut({ what: 'add', movements })
    await carryOut({ what: 'end', head })
  })
}

function isDrawn(answer: unknown): answer is Drawn {
  return typeof answer === 'object' && answer !== null && 'pdf' in answer && 'csv' in answer
}
