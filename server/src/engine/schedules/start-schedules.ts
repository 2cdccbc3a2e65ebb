import type { Engine } from '../engine.ts'
import { dispatchScheduled } from './dispatch-scheduled.ts'
import { runRecurring } from './run-recurring.ts'

/** Looks for payouts whose time has come, every five seconds, one look at a time. */
export function startSchedules(
  engine: Engine,
  onError: (error: unknown) => void,
  everyMs = 5_000,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pass = { engine, onError, signal: stopping.signal }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    // Beside each other: where a great deal falls due at one hour, neither waits for all of the other.
    await Promise.all([dispatchScheduled(pass).catch(onError), runRecurring(pass).catch(onError)])
    if (!stopping.signal.aborted) timer = setTimeout(run, everyMs)
  }
  const run = () => {
    running = look()
  }
  run()
  return {
    /** Lets the order under way end; no other begins. */
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
