import { sql } from 'kysely'
import { countJobs } from '../jobs/dead-jobs.ts'
import { countItemErrors } from '../jobs/item-errors.ts'
import { kinds } from '../jobs/job-kinds.ts'
import type { Reading } from './reading.ts'

export const jobs: Reading = {
  name: 'jobs',
  gauges: {
    jobs_dead: { help: 'Jobs that have exhausted their retries, by kind', labels: ['kind'] },
    jobs_waiting: { help: 'Jobs that wait for their time or a free slot, by kind', labels: ['kind'] },
    kobo_job_due_seconds: { help: 'How long the oldest due job has waited, by kind; 0 without one', labels: ['kind'] },
  },
  async read(db) {
    const counts = await countJobs(db)
    const { rows } = await sql<{ kind: string; value: number }>`
      select kind, coalesce(extract(epoch from now() - start_after), 0)::float8 as value
      from unnest(${kinds}::text[]) as kind
      left join lateral (
        select start_after from pgboss.job
        where name = kind and state < 'active' and start_after < now()
        order by start_after limit 1
      ) as oldest on true`.execute(db)
    return [
      ...counts.map(({ kind, failed }) => ({ gauge: 'jobs_dead', labels: { kind }, value: failed })),
      ...counts.map(({ kind, waiting }) => ({ gauge: 'jobs_waiting', labels: { kind }, value: waiting })),
      ...rows.map(({ kind, value }) => ({ gauge: 'kobo_job_due_seconds', labels: { kind }, value })),
    ]
  },
}

export const items: Reading = {
  name: 'items',
  gauges: { jobs_items_failing: { help: 'Items that failed and will be retried, by job', labels: ['job'] } },
  async read(db) {
    const counts = await countItemErrors(db)
    return counts.map(({ job, failing }) => ({ gauge: 'jobs_items_failing', labels: { job }, value: failing }))
  },
}

export const dailyJobs: Reading = {
  name: 'daily jobs',
  gauges: {
    kobo_daily_job_finished_timestamp_seconds: {
      help: 'When the newest finished day of a daily job was finished, as Unix time',
      labels: ['daily_job'],
    },
    kobo_daily_job_duration_seconds: { help: 'From the first start to the end of that day', labels: ['daily_job'] },
    kobo_daily_job_days_unfinished: { help: 'Days that a daily job has begun and not finished', labels: ['daily_job'] },
  },
  async read(db) {
    const { rows } = await sql<{ job: string; finished: number | null; duration: number | null; unfinished: number }>`
      select name.job, extract(epoch from finished_at)::float8 as finished,
        extract(epoch from finished_at - started_at)::float8 as duration,
        (select count(*)::int from job_run where job_run.job = name.job and finished_at is null) as unfinished
      from (select distinct job from job_run where day > current_date - 90) as name
      left join lateral (
        select started_at, finished_at from job_run
        where job_run.job = name.job and finished_at is not null
        order by day desc limit 1
      ) as newest on true`.execute(db)
    return rows.flatMap(({ job, finished, duration, unfinished }) => [
      ...(finished === null || duration === null
        ? []
        : [
            { gauge: 'kobo_daily_job_finished_timestamp_seconds', labels: { daily_job: job }, value: finished },
            { gauge: 'kobo_daily_job_duration_seconds', labels: { daily_job: job }, value: duration },
          ]),
      { gauge: 'kobo_daily_job_days_unfinished', labels: { daily_job: job }, value: unfinished },
    ])
  },
}

/** Waiting, dead, failing and daily work. */
export const workReadings: readonly Reading[] = [jobs, items, dailyJobs]
