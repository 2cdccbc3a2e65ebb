import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread's script: a file beside its caller's in the sources, and beside the server's in the bundle. */
export interface ThreadScript {
  name: string
  /** The `import.meta.url` of the caller. */
  beside: string
}

/** Sends the thread a message and returns its reply. */
export type Ask = (order: object) => Promise<unknown>

/** Memory limits of a thread, so that it cannot exhaust the server's. */
const threadLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
/** How long an idle thread, whose modules are loaded, waits for more work of its kind. */
const idleMs = 10_000
const idle = new Map<Worker, { name: string; end: NodeJS.Timeout }>()

/** Works with an exclusive thread, one message after the other; on failure or abort the thread is terminated. */
export async function runOnThread<T>(
  script: ThreadScript,
  signal: AbortSignal,
  work: (request: Ask) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const thread = acquireThread(script)
  const request: Ask = async (order) => {
    const replied = once(thread, 'message', { signal })
    // Transfers nothing: the message is copied.
    thread.postMessage(order, [])
    return (await replied)[0] as unknown
  }
  try {
    const result = await work(request)
    releaseThread(thread, script.name)
    return result
  } catch (problem) {
    await thread.terminate()
    throw problem
  }
}

function acquireThread(script: ThreadScript): Worker {
  for (const [thread, { name, end }] of idle) {
    if (name !== script.name) continue
    clearTimeout(end)
    idle.delete(thread)
    thread.ref()
    return thread
  }
  const thread = startThread(script)
  // Without a listener, a thread that fails while idle would end the server.
  thread.on('error', () => {})
  thread.once('exit', () => {
    clearTimeout(idle.get(thread)?.end)
    idle.delete(thread)
  })
  return thread
}

function releaseThread(thread: Worker, name: string): void {
  thread.unref()
  idle.set(thread, { name, end: setTimeout(() => void thread.terminate(), idleMs).unref() })
}

/** Starts the built file beside the bundle, or the source, which must be transpiled first. */
function startThread({ name, beside }: ThreadScript): Worker {
  const options = { resourceLimits: threadLimits }
  if (!beside.endsWith('.ts')) return new Worker(new URL(`${name}.js`, beside), options)
  const source = JSON.stringify(new URL(`${name}.ts`, beside).href)
  const translated = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(translated, { ...options, eval: true, execArgv: [] })
}
