import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** An unfinished daily run; items up to its cursor have been processed. */
export interface JobRun {
  day: string
  cursor: string
}

/** Maximum number of missed days to catch up. */
const maxMissedDays = 366

/**
 * Opens the run of each due day that has none, up to `newest`, and returns all unfinished runs, oldest first. A job that has
 * never run begins with today.
 */
export async function openRuns(
  db: Kysely<Tables>,
  job: string,
  { newest, today, at }: { newest: string; today: string; at: Date },
): Promise<JobRun[]> {
  const now = at.toISOString()
  // A run whose start is in the future was begun by a server with a wrong clock, and is repeated.
  await sql`
    with last as (select max(day) as day from job_run where job = ${job} and day <= ${newest}::date and started_at <= ${now})
    insert into job_run (job, day, started_at, finished_at)
    select ${job}, due.day::date, ${now}, case when last.day is null and due.day < ${today}::date then ${now}::timestamptz end
    from last, generate_series(
      case when last.day is null then ${newest}::date else greatest(last.day + 1, ${newest}::date - ${maxMissedDays}::int) end,
      ${newest}::date, interval '1 day') as due (day)
    on conflict (job, day) do update set
      cursor = '', started_at = excluded.started_at, finished_at = excluded.finished_at`.execute(db)
  const { rows } = await sql<JobRun>`
    select day::text, cursor from job_run where job = ${job} and finished_at is null order by day`.execute(db)
  return rows
}

export async function moveCursor(db: Kysely<Tables>, job: string, { day, cursor }: JobRun): Promise<void> {
  await db.updateTable('job_run').set({ cursor }).where('job', '=', job).where('day', '=', day).execute()
}

export async function finishRun(db: Kysely<Tables>, job: string, day: string, at: Date): Promise<void> {
  await db
    .updateTable('job_run')
    .set({ finished_at: at.toISOString() })
    .where('job', '=', job)
    .where('day', '=', day)
    .execute()
}
