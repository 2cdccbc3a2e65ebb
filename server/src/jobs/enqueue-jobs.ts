import { CompiledQuery, type Kysely, sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Tables } from '../db/tables.ts'
import type { JobKind, NewJob } from './job-kinds.ts'
import { withTrace } from './job-trace.ts'

/** Inserts jobs in the caller's transaction, except those whose key is still stored. */
export async function enqueueJobs<K extends JobKind>(
  boss: PgBoss,
  db: Kysely<Tables>,
  kind: K,
  jobs: readonly NewJob<K>[],
): Promise<void> {
  const freshJobs = await withFreshKeys(db, kind, jobs)
  if (freshJobs.length === 0) return
  const rows = freshJobs.map(({ data, afterSeconds, lanes, urgent }) => ({
    name: kind,
    data: withTrace(data),
    ...(afterSeconds !== undefined && { startAfter: String(afterSeconds) }),
    ...(lanes && lanes.length > 0 && { singletonKey: lanes.join(' ') }),
    ...(urgent && { priority: 1 }),
  }))
  await boss.insert(rows, { db: { executeSql: (text, values) => run(db, text, values) } })
}

/** Deletes a key, so that another job with it can be enqueued. */
export async function deleteJobKey(db: Kysely<Tables>, kind: JobKind, key: string): Promise<void> {
  await db.deleteFrom('job_key').where('kind', '=', kind).where('key', '=', key).execute()
}

/** Stores the keys and returns the jobs with a new key or without one. */
async function withFreshKeys<K extends JobKind>(
  db: Kysely<Tables>,
  kind: K,
  jobs: readonly NewJob<K>[],
): Promise<readonly NewJob<K>[]> {
  const keyed = new Map<string, NewJob<K>>()
  for (const job of jobs) if (job.key !== undefined && !keyed.has(job.key)) keyed.set(job.key, job)
  if (keyed.size === 0) return jobs
  const { rows } = await sql<{ key: string }>`
    insert into job_key (kind, key, at)
    select ${kind}, key, now()
    from unnest(${[...keyed.keys()]}::text[]) as key
    on conflict do nothing
    returning key`.execute(db)
  const fresh = rows.flatMap(({ key }) => keyed.get(key) ?? [])
  return [...fresh, ...jobs.filter(({ key }) => key === undefined)]
}

async function run(db: Kysely<Tables>, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  return await db.executeQuery(CompiledQuery.raw(text, values))
}
