import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What runs on a thread: a file that lies beside its caller's in the sources, and beside the server's in the bundle. */
export interface ThreadScript {
  name: string
  /** The `import.meta.url` of the caller. */
  beside: string
}

/** Tells the thread something and gives what it answers. */
export type Ask = (order: object) => Promise<unknown>

/** What a thread may hold: whatever it makes, the server itself goes on. */
const threadLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
/** For how long a thread waits for more work of its kind: it has read what it needs by then. */
const idleMs = 10_000
const idle = new Map<Worker, { name: string; end: NodeJS.Timeout }>()

/** Does work with a thread of its own, which is one order after the other; where that fails or is given up the thread ends. */
export async function runOnThread<T>(
  script: ThreadScript,
  signal: AbortSignal,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const thread = takeThread(script)
  const ask: Ask = async (order) => {
    const answered = once(thread, 'message', { signal })
    // It shares nothing with us: what it is told is copied.
    thread.postMessage(order, [])
    return (await answered)[0] as unknown
  }
  try {
    const made = await work(ask)
    putAside(thread, script.name)
    return made
  } catch (problem) {
    await thread.terminate()
    throw problem
  }
}

function takeThread(script: ThreadScript): Worker {
  for (const [thread, { name, end }] of idle) {
    if (name !== script.name) continue
    clearTimeout(end)
    idle.delete(thread)
    thread.ref()
    return thread
  }
  const thread = startThread(script)
  // Unheard, a thread that fails while it waits would end the server.
  thread.on('error', () => {})
  thread.once('exit', () => {
    clearTimeout(idle.get(thread)?.end)
    idle.delete(thread)
  })
  return thread
}

function putAside(thread: Worker, name: string): void {
  thread.unref()
  idle.set(thread, { name, end: setTimeout(() => void thread.terminate(), idleMs).unref() })
}

/** From the bundle, where the thread's file has been built beside this one, as from the sources, which must be translated. */
function startThread({ name, beside }: ThreadScript): Worker {
  const options = { resourceLimits: threadLimits }
  if (!beside.endsWith('.ts')) return new Worker(new URL(`${name}.js`, beside), options)
  const source = JSON.stringify(new URL(`${name}.ts`, beside).href)
  const translated = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(translated, { ...options, eval: true, execArgv: [] })
}
