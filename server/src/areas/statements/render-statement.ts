import { runOnThread } from '../../jobs/worker-thread.ts'
import type { IncomingFile } from '../../rails/incoming-file.ts'
import type { Movement } from './statement-movements.ts'
import type { StatementHead } from './statement.ts'

/** What the thread is told, in this order: once, for each piece, once. */
export type Order =
  | { what: 'begin'; head: StatementHead; madeAt: Date; asPdf: boolean }
  | { what: 'add'; movements: Movement[] }
  | { what: 'end'; head: StatementHead }

/** The bytes that an order made. */
export interface Drawn {
  pdf: Uint8Array
  csv: Uint8Array
}

/** Where the bytes go; without a PDF only the CSV is drawn. */
interface Files {
  pdf: IncomingFile | null
  csv: IncomingFile
}

const script = { name: 'statement-thread', beside: import.meta.url }

/** Draws a statement piece by piece on a thread of its own, so that nobody waits for it and no more than a piece is held. */
export async function drawStatement(
  head: StatementHead,
  madeAt: Date,
  pieces: AsyncIterable<Movement[]>,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  await runOnThread(script, signal, async (ask) => {
    const carryOut = async (order: Order) => {
      const drawn = await ask(order)
      if (!isDrawn(drawn)) throw new Error('The thread answered something else')
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
