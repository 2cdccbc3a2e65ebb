import { setTimeout as sleep } from 'node:timers/promises'

export interface WorkLoop {
  /** Takes no more jobs, and waits for those under way, though not for ever. */
  stop(waitMs: number): Promise<void>
}

interface Work<Job> {
  concurrency: number
  fetch(atMost: number): Promise<readonly Job[]>
  handle(job: Job): Promise<void>
  complete(job: Job): Promise<unknown>
  fail(job: Job, reason: string): Promise<unknown>
  onError(error: unknown): void
}

const idleMs = 500

/** Keeps up to `concurrency` jobs running, each completed or failed by itself; looks again at once while there is work. */
export function startWorkLoop<Job>({ concurrency, fetch, handle, complete, fail, onError }: Work<Job>): WorkLoop {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping

  async function carryOut(job: Job): Promise<void> {
    try {
      try {
        await handle(job)
      } catch (error) {
        onError(error)
        await fail(job, error instanceof Error ? error.message : String(error))
        return
      }
      await complete(job)
    } catch (error) {
      // The queue does not answer: the job expires and comes back.
      onError(error)
    }
  }

  function start(job: Job): void {
    const work = carryOut(job).finally(() => running.delete(work))
    running.add(work)
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const found = await fetch(concurrency - running.size).catch((error: unknown) => {
        onError(error)
        return []
      })
      for (const job of found) start(job)
      if (running.size >= concurrency) await Promise.race(running)
      else if (found.length === 0) await sleep(idleMs, undefined, { signal }).catch(() => {})
    }
  }

  const ended = loop()
  return {
    async stop(waitMs) {
      stopping.abort()
      const late = new AbortController()
      const done = ended.then(() => Promise.all(running))
      await Promise.race([done, sleep(waitMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    },
  }
}
