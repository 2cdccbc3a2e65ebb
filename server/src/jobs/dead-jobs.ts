import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type JobKind, kinds } from './job-kinds.ts'

/** A job that exhausted its retries. It is stored for three months unless an operator retries it. */
export interface DeadJob {
  id: string
  kind: string
  error: string
  createdAt: string
  diedAt: string
}

/** Returns dead jobs, newest first: those that died since an instant, or the one with an id. */
export async function listDeadJobs(
  db: Kysely<Tables>,
  { since, id, limit = 1_000 }: { since?: Date; id?: string; limit?: number } = {},
): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id,
      name as kind,
      coalesce(output ->> 'message', output -> 'value' ->> 'message', '') as error,
      created_on as "createdAt",
      completed_on as "diedAt"
    from pgboss.job
    where state = 'failed'
      and name = any(${kinds}::text[])
      and completed_on >= ${since?.toISOString() ?? '-infinity'}::timestamptz
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by completed_on desc, id
    limit ${limit}`.execute(db)
  return rows
}

/** Returns the ids of some jobs that died since an instant and have no key of a kind yet, in order. */
export async function findUnloggedDeadJobs(
  db: Kysely<Tables>,
  { keyKind, since, after, limit }: { keyKind: string; since: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job
    where state = 'failed'
      and name = any(${kinds}::text[])
      and completed_on >= ${since.toISOString()}
      and id > ${after}::uuid
      and not exists (select from job_key where kind = ${keyKind} and key = job.id::text)
    order by id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Re-queues dead jobs with a fresh retry count: one job, or all of a kind. Returns how many. */
export async function retryDeadJobs(db: Kysely<Tables>, selector: { id: string } | { kind: JobKind }): Promise<number> {
  const chosen = 'id' in selector ? sql`id = ${selector.id}` : sql`name = ${selector.kind}`
  const { rows } = await sql`
    update pgboss.job set
      state = 'created',
      retry_count = 0,
      started_on = null,
      completed_on = null,
      output = null,
      start_after = now(),
      keep_until = now() + (keep_until - created_on)
    where state = 'failed'
      and name = any(${kinds}::text[])
      and ${chosen}
    returning id`.execute(db)
  return rows.length
}

/** Number of waiting and dead jobs per kind. */
export async function countJobs(db: Kysely<Tables>): Promise<{ kind: string; waiting: number; failed: number }[]> {
  const { rows } = await sql<{ kind: string; waiting: number; failed: number }>`
    select kind,
      (count(*) filter (where state < 'active'))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed
    from unnest(${kinds}::text[]) as kind
    left join pgboss.job on job.name = kind and job.state <> 'completed'
    group by kind`.execute(db)
  return rows
}
