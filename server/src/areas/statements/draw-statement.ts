import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { IncomingFile } from '../../rails/incoming-file.ts'
import type { Movement } from './statement-movements.ts'
import type { StatementHead } from './statement.ts'

/** What the thread is told at its start. */
export interface ToDraw {
  head: StatementHead
  madeAt: Date
  asPdf: boolean
}

/** What one piece of movements became. */
export interface Drawn {
  pdf: Uint8Array
  csv: Uint8Array
}

/** What a thread may hold: whatever is drawn, the server itself goes on. */
const threadLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** Draws a statement piece by piece on a thread of its own, so that nobody waits for it and no more than a piece is held. */
export async function drawStatement(
  toDraw: ToDraw,
  pieces: AsyncIterable<Movement[]>,
  files: { pdf: IncomingFile | null; csv: IncomingFile },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const thread = startThread(toDraw)
  const draw = async (piece: Movement[] | null) => {
    const answered = once(thread, 'message', { signal })
    thread.postMessage(piece)
    const [drawn]: Drawn[] = await answered
    if (!drawn) throw new Error('The thread answered nothing')
    await files.pdf?.write(drawn.pdf)
    await files.csv.write(drawn.csv)
  }
  try {
    for await (const piece of pieces) await draw(piece)
    await draw(null)
  } finally {
    await thread.terminate()
  }
}

/** From the bundle, where the thread's file has been built beside this one, as from the sources, which must be translated. */
function startThread(workerData: ToDraw): Worker {
  const options = { workerData, resourceLimits: threadLimits }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('statement-thread.js', import.meta.url), options)
  const source = JSON.stringify(new URL('statement-thread.ts', import.meta.url).href)
  const translated = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(translated, { ...options, eval: true, execArgv: [] })
}
