import type { Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import { classifyDatabaseError } from '../db/database-errors.ts'
import type { Tables } from '../db/tables.ts'
import { inSpan, markFailed, SpanKind, storedTrace } from '../tracing.ts'
import { enqueueJobs } from './enqueue-jobs.ts'
import { traceOf, withoutTrace } from './job-trace.ts'
import { RetryLaterError } from './job-errors.ts'
import { openQueuePool } from './queue-pool.ts'
import { type JobKinds, type JobKind, kinds, retryLimits, type EnqueueOptions, type NewJob } from './job-kinds.ts'
import { fetchJobs, kindsWithWork, snoozeJobs } from './queue-statements.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

/** Durable background work: a job exists if and only if the transaction that enqueued it commits. */
export interface Jobs {
  enqueue<K extends JobKind>(db: Kysely<Tables>, kind: K, data: JobKinds[K], options?: EnqueueOptions): Promise<void>
  /** Inserts all jobs in one statement, or in two if any has a key. */
  enqueueAll<K extends JobKind>(db: Kysely<Tables>, kind: K, jobs: readonly NewJob<K>[]): Promise<void>
  /** Runs waiting jobs of a kind, up to `concurrency` (1) at a time, and retries failed ones. */
  work<K extends JobKind>(
    kind: K,
    handler: (data: JobKinds[K]) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  /** Fetches no more jobs, and waits a few seconds for those in progress. */
  stop(): Promise<void>
}

export interface JobOptions {
  retryDelaySeconds: number
  /** Maximum run time: after that, or when its worker has died, the job is retried. */
  expireInSeconds?: number
  /** Maximum number of connections. */
  connections?: number
  /** Retries jobs of dead workers and deletes old ones; a server that runs no jobs leaves this to others. */
  housekeeping?: boolean
  /** Interval of that housekeeping. */
  maintenanceIntervalSeconds?: number
  /** Lanes whose jobs are not fetched. */
  shutLanes?: () => readonly string[]
  /** Receives every failed attempt, and errors of an unavailable database. */
  onError: (error: unknown) => void
}

/** How long a job that exhausted its retries is stored for review. */
const deadRetentionDays = 90
const hourSeconds = 3600

const stopWaitMs = 5_000

const noDeadLetters = `
  with old as (update pgboss.queue set dead_letter = null where dead_letter is not null returning name)
  update pgboss.job set dead_letter = null from old where job.name = old.name`

/** Delays after enqueueing at which the loop is woken, since the job's transaction has yet to commit. */
const nudgesMs = [15, 60]
const scoutEveryMs = 200

/** Opens the queues, which live in the database. */
export async function openJobs(url: string, options: JobOptions): Promise<Jobs> {
  const { shutLanes = () => [], onError } = options
  const { pool, db: queueDb } = openQueuePool(url, options.connections)
  const boss = await openBoss(queueDb, options)
  const loops = new Map<JobKind, WorkLoop>()
  const nudge = (kind: JobKind) => {
    for (const ms of nudgesMs) setTimeout(() => loops.get(kind)?.wake(), ms).unref()
  }
  // One query for all idle kinds, instead of one for each.
  const scout = setInterval(() => {
    const idle = [...loops].flatMap(([kind, loop]) => (loop.isIdle() ? [kind] : []))
    if (idle.length === 0) return
    kindsWithWork(pool, idle).then((found) => {
      for (const [kind, loop] of loops) if (found.includes(kind)) loop.wake()
    }, onError)
  }, scoutEveryMs)
  const enqueueAll: Jobs['enqueueAll'] = async (db, kind, jobs) => {
    await enqueueJobs(boss, db, kind, jobs)
    if (jobs.some(({ afterSeconds = 0 }) => afterSeconds === 0)) nudge(kind)
  }
  return {
    enqueue: (db, kind, data, more) => enqueueAll(db, kind, [{ ...more, data }]),
    enqueueAll,
    async work(kind, handler, { concurrency = 1 } = {}) {
      const loop = startWorkLoop({
        concurrency,
        fetch: (limit) => fetchJobs<JobKinds[typeof kind]>(pool, kind, limit, shutLanes()),
        isHeldBack: () => shutLanes().length > 0,
        handle: (job) => failing(handler(withoutTrace(job.data))),
        within: (job, work) => {
          return inSpan(`job ${kind}`, { kind: SpanKind.CONSUMER }, work, storedTrace(traceOf(job.data)))
        },
        // Completed jobs leave no row behind.
        complete: (ids) => boss.deleteJob(kind, ids),
        fail: (failed, reason) => boss.fail(kind, failed, { message: reason }),
        putBack: (unbegun) => snoozeJobs(pool, kind, unbegun),
        onError,
      })
      loops.set(kind, loop)
    },
    async stop() {
      clearInterval(scout)
      await Promise.all([...loops.values()].map((loop) => loop.stop(stopWaitMs)))
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

/** Marks the job's span: the work loop handles the error. */
async function failing(handled: Promise<void>): Promise<void> {
  try {
    await handled
  } catch (error) {
    if (!(error instanceof RetryLaterError)) markFailed(error)
    throw error
  }
}

async function openBoss(db: PgBoss.Db, options: JobOptions): Promise<PgBoss> {
  const {
    retryDelaySeconds,
    expireInSeconds = 60,
    maintenanceIntervalSeconds = 30,
    housekeeping = true,
    onError,
  } = options
  const boss = new PgBoss({
    db,
    schedule: false,
    supervise: housekeeping,
    maintenanceIntervalSeconds,
    archiveCompletedAfterSeconds: 300,
    archiveFailedAfterSeconds: deadRetentionDays * 24 * hourSeconds,
    deleteAfterHours: 1,
  })
  boss.on('error', onError)
  await boss.start()
  // Older releases moved dead jobs to a separate queue, where their kind was lost.
  await db.executeSql(noDeadLetters, [])
  for (const kind of kinds) {
    const { tryForHours, retryDelaySeconds: retryDelay = retryDelaySeconds } = retryLimits[kind]
    const queue = {
      name: kind,
      expireInSeconds,
      retryDelay,
      retryLimit: Math.ceil((tryForHours * hourSeconds) / retryDelay),
      // Waiting jobs must not be purged.
      retentionMinutes: (tryForHours + 14 * 24) * 60,
    }
    await untilDone(() => boss.createQueue(kind, { ...queue }))
    // `createQueue` leaves the settings of an existing queue unchanged.
    await untilDone(() => boss.updateQueue(kind, { ...queue }))
  }
  return boss
}

/** Retries, since servers that start together on a new database conflict when they create the queues. */
async function untilDone(create: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await create()
      return
    } catch (error) {
      if (classifyDatabaseError(error) !== 'retry' || attempt === 20) throw error
    }
  }
}
