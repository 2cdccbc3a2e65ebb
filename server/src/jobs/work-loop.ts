import { setTimeout as sleep } from 'node:timers/promises'
import { RetryLaterError, SnoozeError } from './job-errors.ts'
import type { UnbegunJob } from './queue-statements.ts'

export interface WorkLoop {
  /** Looks for work now, where it has none. */
  wake(): void
  isIdle(): boolean
  /** Takes no more jobs, and waits for those under way, though not for ever. */
  stop(waitMs: number): Promise<void>
}

interface Work<Job> {
  concurrency: number
  fetch(atMost: number): Promise<readonly Job[]>
  /** Whether jobs may wait that are not fetched now, until others of theirs have ended. */
  isHeldBack(): boolean
  handle(job: Job): Promise<void>
  complete(ids: string[]): Promise<unknown>
  fail(id: string, reason: string): Promise<unknown>
  putBack(jobs: readonly UnbegunJob[]): Promise<unknown>
  onError(error: unknown): void
}

/** Looked for at the latest, should nobody wake it. */
const idleMs = 5_000
const afterErrorMs = 500
/** More places may become free meanwhile, or more jobs come, for which one look does. */
const gatherMs = 20
const fetchAtMost = 150

/** Keeps up to `concurrency` jobs running, each of them ending by itself; looks again at once while there is work. */
export function startWorkLoop<Job extends { id: string }>(work: Work<Job>): WorkLoop {
  const { concurrency, fetch, handle, onError } = work
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  let idle: AbortController | null = null
  let foundFew = false
  const complete = gathered<string>((ids) => work.complete(ids))
  const putBack = gathered<UnbegunJob>((jobs) => work.putBack(jobs))

  async function carryOut(job: Job): Promise<void> {
    try {
      try {
        await handle(job)
      } catch (error) {
        if (error instanceof SnoozeError) await putBack({ id: job.id, waitMs: error.waitMs, lanes: error.lanes })
        else await failed(job, error)
        return
      }
      await complete(job.id)
    } catch (error) {
      // The queue does not answer: the job expires and comes back.
      onError(error)
    }
  }

  async function failed(job: Job, error: unknown): Promise<void> {
    if (!(error instanceof RetryLaterError)) onError(error)
    await work.fail(job.id, error instanceof Error ? error.message : String(error))
  }

  function start(job: Job): void {
    const carried = carryOut(job).finally(() => running.delete(carried))
    running.add(carried)
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const free = concurrency - running.size
      if (free === 0) await Promise.race(running)
      else if (free < concurrency / 4 || foundFew) await sleep(gatherMs)
      if (!signal.aborted) await look()
    }
  }

  async function look(): Promise<void> {
    // Woken while it looks it looks again, since it may have looked too early.
    const rest = new AbortController()
    idle = rest
    try {
      const heldBack = work.isHeldBack()
      const atMost = Math.min(concurrency - running.size, fetchAtMost)
      const found = await fetch(atMost)
      for (const job of found) start(job)
      foundFew = found.length > 0 && found.length < atMost / 2
      if (found.length === 0) {
        const rested = pause(idleMs, AbortSignal.any([signal, rest.signal]))
        if (heldBack && running.size > 0) await Promise.race([rested, oneEnds()])
        else await rested
      }
    } catch (error) {
      onError(error)
      await pause(afterErrorMs, signal)
    }
    idle = null
  }

  /** And others with it, for which one look does. */
  async function oneEnds(): Promise<void> {
    await Promise.race(running)
    await sleep(gatherMs)
  }

  const ended = loop()
  return {
    wake: () => idle?.abort(),
    isIdle: () => idle !== null,
    async stop(waitMs) {
      stopping.abort()
      const late = new AbortController()
      const done = ended.then(() => Promise.all(running))
      await Promise.race([done, sleep(waitMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    },
  }
}

/** Waits, though not beyond the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Sends one by one what comes alone, and what comes while that is on its way together. */
function gathered<T>(send: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | null = null
  let last: Promise<unknown> = Promise.resolve()
  return (item) => {
    waiting.push(item)
    next ??= last
      .catch(() => {})
      .then(async () => {
        const items = waiting
        waiting = []
        next = null
        const sent = send(items)
        last = sent
        await sent
      })
    return next
  }
}
