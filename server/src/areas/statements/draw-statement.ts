import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
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

/** What a thread may hold: whatever is drawn, the server itself goes on. */
const threadLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
/** For how long a thread waits for the next statement: its fonts are read by then. */
const idleMs = 10_000
const idle = new Map<Worker, NodeJS.Timeout>()

/** Draws a statement piece by piece on a thread of its own, so that nobody waits for it and no more than a piece is held. */
export async function drawStatement(
  head: StatementHead,
  madeAt: Date,
  pieces: AsyncIterable<Movement[]>,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const thread = takeThread()
  const carryOut = async (order: Order) => {
    const answered = once(thread, 'message', { signal })
    // It shares nothing with us: what it is told is copied.
    thread.postMessage(order, [])
    const drawn: unknown = (await answered)[0]
    if (!isDrawn(drawn)) throw new Error('The thread answered something else')
    await files.pdf?.write(drawn.pdf)
    await files.csv.write(drawn.csv)
  }
  try {
    await carryOut({ what: 'begin', head, madeAt, asPdf: files.pdf !== null })
    for await (const movements of pieces) await carryOut({ what: 'add', movements })
    await carryOut({ what: 'end', head })
  } catch (problem) {
    await thread.terminate()
    throw problem
  }
  putAside(thread)
}

function isDrawn(answer: unknown): answer is Drawn {
  return typeof answer === 'object' && answer !== null && 'pdf' in answer && 'csv' in answer
}

function takeThread(): Worker {
  for (const [thread, end] of idle) {
    clearTimeout(end)
    idle.delete(thread)
    thread.ref()
    return thread
  }
  const thread = startThread()
  // Unheard, a thread that fails while it waits would end the server.
  thread.on('error', () => {})
  thread.once('exit', () => {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  })
  return thread
}

function putAside(thread: Worker): void {
  thread.unref()
  idle.set(thread, setTimeout(() => void thread.terminate(), idleMs).unref())
}

/** From the bundle, where the thread's file has been built beside this one, as from the sources, which must be translated. */
function startThread(): Worker {
  const options = { resourceLimits: threadLimits }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('statement-thread.js', import.meta.url), options)
  const source = JSON.stringify(new URL('statement-thread.ts', import.meta.url).href)
  const translated = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(translated, { ...options, eval: true, execArgv: [] })
}
