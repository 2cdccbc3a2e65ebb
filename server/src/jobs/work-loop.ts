import { setTimeout as sleep } from 'node:timers/promises'
import { RetryLaterError, SnoozeError } from './job-errors.ts'
import type { SnoozedJob } from './queue-statements.ts'

export interface WorkLoop {
  /** Fetches now if the loop is idle. */
  wake(): void
  isIdle(): boolean
  /** Fetches no more jobs, and waits up to this time for those in progress. */
  stop(waitMs: number): Promise<void>
}

interface Work<Job> {
  concurrency: number
  fetch(limit: number): Promise<readonly Job[]>
  /** Whether jobs may be waiting that can be fetched only after others of their lanes have ended. */
  isHeldBack(): boolean
  handle(job: Job): Promise<void>
  /** Runs all that concerns a job, including the report of its failure, as part of its trace. */
  within(job: Job, work: () => Promise<void>): Promise<void>
  complete(ids: string[]): Promise<unknown>
  fail(id: string, reason: string): Promise<unknown>
  putBack(jobs: readonly SnoozedJob[]): Promise<unknown>
  onError(error: unknown): void
}

/** Maximum time between two fetches if the loop is not woken. */
const idleMs = 5_000
const afterErrorMs = 500
/** Collects places that become free and jobs that arrive, so that one fetch serves all. */
const gatherMs = 20
const maxFetch = 150

/** Keeps up to `concurrency` jobs running, each independent of the others; fetches without a pause while there is work. */
export function startWorkLoop<Job extends { id: string }>(work: Work<Job>): WorkLoop {
  const { concurrency, fetch, handle, onError } = work
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  let idle: AbortController | null = null
  let foundFew = false
  const complete = batched<string>((ids) => work.complete(ids))
  const putBack = batched<SnoozedJob>((jobs) => work.putBack(jobs))

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
      // The queue is unavailable: the job expires and is retried.
      onError(error)
    }
  }

  async function failed(job: Job, error: unknown): Promise<void> {
    if (!(error instanceof RetryLaterError)) onError(error)
    await work.fail(job.id, error instanceof Error ? error.message : String(error))
  }

  function start(job: Job): void {
    const carried = work.within(job, () => carryOut(job)).finally(() => running.delete(carried))
    running.add(carried)
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const free = concurrency - running.size
      if (free === 0) await Promise.race(running)
      else if (free < concurrency / 4 || foundFew) await sleep(gatherMs)
      if (!signal.aborted) await fetchJobs()
    }
  }

  async function fetchJobs(): Promise<void> {
    // Set before the fetch, so that a wake during it causes another one, since it may have come too early.
    const idleWait = new AbortController()
    idle = idleWait
    try {
      const isHeldBack = work.isHeldBack()
      const limit = Math.min(concurrency - running.size, maxFetch)
      const found = await fetch(limit)
      for (const job of found) start(job)
      foundFew = found.length > 0 && found.length < limit / 2
      if (found.length === 0) {
        const rested = pause(idleMs, AbortSignal.any([signal, idleWait.signal]))
        if (isHeldBack && running.size > 0) await Promise.race([rested, jobEnded()])
        else await rested
      }
    } catch (error) {
      onError(error)
      await pause(afterErrorMs, signal)
    }
    idle = null
  }

  /** Waits for a job to end, and briefly for others that end with it. */
  async function jobEnded(): Promise<void> {
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
      const drained = ended.then(() => Promise.all(running))
      await Promise.race([drained, sleep(waitMs, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    },
  }
}

/** Waits until the time is over or the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Sends a single item without delay, and items that arrive during a send together in the next one. */
function batched<T>(send: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
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
