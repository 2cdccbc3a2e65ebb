import { lagosTime } from '@kobo/contract/kit/day'
import { type Kysely, sql } from 'kysely'
import { transact } from '../db/transact.ts'
import type { Tables } from '../db/tables.ts'
import type { Seal } from '../seal.ts'
import { type DeadJob, findUnloggedDeadJobs, listDeadJobs } from './dead-jobs.ts'
import { type ItemError, listItemErrors } from './item-errors.ts'
import { firstId, type ItemJob, itemsAtOnce, sameItems } from './item-jobs.ts'
import type { Jobs } from './jobs.ts'
import { notifyAdministrators } from './mail-queue.ts'

interface Reporter {
  db: Kysely<Tables>
  jobs: Jobs
  seal: Seal
  clock: () => Date
}

const dayMs = 86_400_000
const maxLines = 50

const reportJob = 'report-failures'

/** Emails the administrators every morning about failures: items that are being retried, and jobs that died since the last. */
export function reportFailures({ db, jobs, seal }: Omit<Reporter, 'clock'>): ItemJob {
  return {
    name: reportJob,
    due: { dailyAtMs: 7 * 3_600_000 },
    find: sameItems(['administrators']),
    async process(_, day) {
      await transact(db, async (transaction) => {
        const since = await reportStart(transaction, day)
        if (since === null) return
        const errors = await listItemErrors(transaction, maxLines + 1)
        const dead = await listDeadJobs(transaction, { since, limit: maxLines + 1 })
        if (errors.length + dead.length === 0) return
        const text = failureReport(errors, dead)
        const subject = `Failed background jobs, ${day}`
        await notifyAdministrators({ jobs, seal }, transaction, { subject, text, key: `failed jobs ${day}` })
      })
    },
  }
}

/** Start of the report before that of a day; null for a missed day, since the next email covers what its own would. */
async function reportStart(db: Kysely<Tables>, day: string): Promise<Date | null> {
  const { rows } = await sql<{ day: string; started_at: string }>`
    select day::text, started_at from job_run
    where job = ${reportJob} and day <= ${day} and (started_at at time zone 'Africa/Lagos')::date = day
    order by job_run.day desc
    limit 2`.execute(db)
  const [own, previous] = rows
  if (own?.day !== day) return null
  return previous ? new Date(previous.started_at) : new Date(Date.parse(own.started_at) - dayMs)
}

/** Logs each job that died within the last day once: its id is stored as a key. */
export function logDeadJobs(
  { db, clock }: Pick<Reporter, 'db' | 'clock'>,
  onDead: (sentence: string, about: object) => void,
): ItemJob {
  const kind = 'dead-job'
  return {
    name: 'log-dead-jobs',
    due: { everyMs: 60_000 },
    find(after) {
      const since = new Date(clock().getTime() - dayMs)
      return findUnloggedDeadJobs(db, { keyKind: kind, since, after: after || firstId, limit: itemsAtOnce })
    },
    async process(id) {
      const job = (await listDeadJobs(db, { id }))[0]
      if (job) onDead(`A job has exhausted its retries: ${job.kind}`, { job })
      const key = { kind, key: id, at: sql<string>`now()` }
      await db
        .insertInto('job_key')
        .values(key)
        .onConflict((other) => other.doNothing())
        .execute()
    },
  }
}

function failureReport(errors: readonly ItemError[], dead: readonly DeadJob[]): string {
  const lines = [
    ...section(
      'These items failed and will be retried automatically. All other items of their jobs are done.',
      errors.map(errorLine),
    ),
    ...section(
      'These jobs have exhausted their retries since the last report and will not be retried.',
      dead.map(deadLine),
    ),
    'Run "npm run jobs" on the server to list them all and see how to retry them.',
  ]
  return lines.join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length > maxLines ? ['- and others'] : []
  return [title, '', ...lines.slice(0, maxLines).map((line) => `- ${line}`), ...more, '']
}

/** Formats a failed item as one line. */
export function errorLine({ job, period, item, attempts, error, firstFailedAt, nextAttemptAt }: ItemError): string {
  const label = [job, period, item || 'the list of its items'].filter((part) => part !== '').join(' ')
  const times = attempts === 1 ? 'failed once' : `failed ${attempts} times`
  const [first, next] = [firstFailedAt, nextAttemptAt].map((at) => lagosTime(new Date(at)))
  return `${label}: ${times} since ${first}, next attempt ${next}: ${error}`
}

function deadLine({ kind, id, error }: DeadJob): string {
  return `${kind} ${id}: ${error}`
}
