import { setTimeout as sleep } from 'node:timers/promises'
import { dayStart, lagosDay } from '@kobo/contract/kit/day'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { isUnavailable } from '../db/database-errors.ts'
import type { Tables } from '../db/tables.ts'
import { withClaim } from './claim.ts'
import { inSpan, storedTrace } from '../tracing.ts'
import { clearItemError, failedAmong, type ItemKey, itemsToRetry, recordItemError } from './item-errors.ts'
import { finishRun, type JobRun, moveCursor, openRuns } from './job-runs.ts'

/** A job over many items. Each is processed in isolation: a failure is stored and the item retried separately. */
export interface ItemJob {
  name: string
  /** Once per day in Lagos, at this offset from the day's start, or at an interval. */
  due: { dailyAtMs: number } | { everyMs: number }
  /** Returns some items after this one, in order; the first ones for ''. `day` is empty for a job that is not daily. */
  find(after: string, day: string): Promise<readonly string[]>
  /** Processes one item in its own transaction. Must be idempotent. */
  process(item: string, day: string): Promise<void>
}

export interface ItemJobContext {
  db: Kysely<Tables>
  clock: () => Date
  /** Receives each failed attempt at an item. */
  onItemError: (error: unknown, about: ItemKey & { attempts: number }) => void
  claimMs?: number
}

interface Run extends ItemJobContext {
  job: ItemJob
  /** Ends the run after the item in progress. */
  signal: AbortSignal
}

/** Id below all others, from which a scan by id starts. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/** Number of items per query. */
export const itemsAtOnce = 200

/** Returns the next ids of a query after one, in order. */
export async function nextIds<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, { id: string }>,
  after: string,
  column = 'id',
): Promise<string[]> {
  const id = sql<string>`${sql.ref(column)}`
  const found = query.where(id, '>', after || firstId).orderBy(id)
  return (await found.limit(itemsAtOnce).execute()).map((row) => row.id)
}

/**
 * The same for a query whose few rows have their own index, which is read first: otherwise the planner may look for them in the
 * order of the ids, from the oldest row. Not for a query that finds a large part of its table.
 */
export async function nextDueIds<DB, TB extends keyof DB>(
  db: Kysely<DB>,
  due: SelectQueryBuilder<DB, TB, { id: string }>,
  after: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as materialized ${due}
    select id from due where id > ${after || firstId} order by id limit ${itemsAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The `find` of a job with a fixed list of items. */
export function sameItems(items: readonly string[]): ItemJob['find'] {
  return async (after) => items.filter((item) => item > after).toSorted()
}

/** Runs a job once: what is due, missed days first, then the retries. Returns false if another worker runs it. */
export async function runItemJob(context: ItemJobContext, job: ItemJob, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, claimMs } = context
  const options = { ...(claimMs !== undefined && { claimMs }), ...(signal && { signal }) }
  const work = async (claimed: AbortSignal) => {
    const run = { ...context, job, signal: claimed }
    if ('dailyAtMs' in job.due) {
      for (const open of await openRuns(db, job.name, daysAt(job.due.dailyAtMs, clock()))) await runDay(run, open)
    } else {
      await processAll(run, { period: '', after: '' })
    }
    await retryFailed(run)
  }
  return await withClaim(db, `job ${job.name}`, work, options)
}

/** Runs each job whenever it is due, independently of the others, until it is stopped. */
export function startItemJobs(
  context: ItemJobContext & { onError: (error: unknown, job: string) => void },
  jobs: readonly ItemJob[],
  everyMs?: number,
): { stop(): Promise<void> } {
  // One controller per job, since Node warns of a leak when a signal has many listeners.
  const each = jobs.map((job) => ({ job, stopping: new AbortController() }))
  const keepRunning = async (job: ItemJob, signal: AbortSignal) => {
    const pauseMs = everyMs ?? ('everyMs' in job.due ? job.due.everyMs : dailyPollMs)
    while (!signal.aborted) {
      await runItemJob(context, job, signal).catch((error) => context.onError(error, job.name))
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  const running = Promise.all(each.map(({ job, stopping }) => keepRunning(job, stopping.signal)))
  return {
    /** Waits for the items in progress. */
    async stop() {
      for (const { stopping } of each) stopping.abort()
      await running
    },
  }
}

/** How often a daily job checks for a due day or a due retry. */
const dailyPollMs = 60_000
const dayMs = 86_400_000

/** Today and the newest day whose run is due. */
function daysAt(dailyAtMs: number, at: Date) {
  const today = lagosDay(at)
  const isDue = at.getTime() >= dayStart(today).getTime() + dailyAtMs
  return { today, newest: isDue ? today : lagosDay(new Date(at.getTime() - dayMs)), at }
}

async function runDay(run: Run, { day, cursor }: JobRun): Promise<void> {
  const { db, job, clock } = run
  const saveCursor = (reached: string) => moveCursor(db, job.name, { day, cursor: reached })
  if (await processAll(run, { period: day, after: cursor, saveCursor })) await finishRun(db, job.name, day, clock())
}

interface Span {
  period: string
  after: string
  saveCursor?: (cursor: string) => Promise<void>
}

/** Processes all items after a cursor except those that have failed before; returns whether it reached the end. */
async function processAll(run: Run, { period, after, saveCursor }: Span): Promise<boolean> {
  const { db, job, clock, signal } = run
  const list = { job: job.name, period, item: '' }
  const failedList = (await failedAmong(db, list, [list.item])).get(list.item)
  if (failedList && failedList > clock()) return false
  try {
    for (let cursor = after; !signal.aborted; ) {
      const items = await job.find(cursor, period)
      const failed = await failedAmong(db, list, items)
      for (const item of items) {
        if (signal.aborted) return false
        if (!failed.has(item)) await processItem(run, { ...list, item })
      }
      const last = items.at(-1)
      if (last === undefined) {
        if (failedList) await clearItemError(db, list)
        return true
      }
      cursor = last
      await saveCursor?.(cursor)
    }
  } catch (error) {
    await recordFailure(run, list, error)
  }
  return false
}

async function retryFailed(run: Run): Promise<void> {
  const { db, job, clock, signal } = run
  for (;;) {
    const due = await itemsToRetry(db, job.name, clock())
    if (due.length === 0) return
    for (const key of due) {
      if (signal.aborted) return
      if (await processItem(run, key)) await clearItemError(db, key)
    }
  }
}

/** Returns whether the item was processed; a failure is stored. */
async function processItem(run: Run, key: ItemKey): Promise<boolean> {
  try {
    await inSpan(`item of ${key.job}`, {}, () => run.job.process(key.item, key.period), storedTrace(null))
    return true
  } catch (error) {
    await recordFailure(run, key, error)
    return false
  }
}

/** An unavailable database is not the item's failure: the run stops and later continues from its cursor. */
async function recordFailure({ db, clock, onItemError }: Run, key: ItemKey, error: unknown): Promise<void> {
  if (isUnavailable(error)) throw error
  const attempts = await recordItemError(db, key, error, clock())
  onItemError(error, { ...key, attempts })
}
