import type pg from 'pg'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

// Statements that pg-boss lacks, on the tables of its pinned release. `singleton_key`, which we use for nothing else, holds the
// lanes that a job will enter.

/** A job that was fetched to be run. */
export interface ClaimedJob<Data> {
  id: string
  data: Data
}

/** Maximum number of jobs with the same lanes per fetch, since more might not be admitted. */
const perLaneLimit = 16

/**
 * Order of jobs to be fetched: urgent and oldest first. Charges, of which many are owed and tried again for months, go in the order
 * in which they became due: otherwise the old ones would keep new ones from their first try, and each fetch would sort all of them.
 */
function orderOf(kind: string): string {
  return kind === 'charge' ? 'start_after, id' : 'priority desc, created_on, id'
}

/**
 * Fetches due jobs in their order; those with a shut lane are skipped. Rows are matched by id array, since the planner,
 * whose statistics of a table that fills and empties constantly are poor, would join by a full scan.
 */
export async function fetchJobs<Data>(
  pool: pg.Pool,
  kind: string,
  limit: number,
  shutLanes: readonly string[],
): Promise<readonly ClaimedJob<Data>[]> {
  const order = orderOf(kind)
  const { rows } = await pool.query<ClaimedJob<Data>>(
    `with due as (
      select id, priority, created_on, start_after, singleton_key
      from pgboss.job
      where name = $1
        and state < 'active'
        and start_after < now()
        and (singleton_key is null or not string_to_array(singleton_key, ' ') && $3::text[])
      order by ${order}
      limit 4 * $2::int
    ), ranked as (
      select *, row_number() over (partition by singleton_key order by ${order}) as nth
      from due
    ), next as (
      select id
      from pgboss.job
      where name = $1
        and id = any(array(select id from ranked where nth <= ${perLaneLimit} or singleton_key is null))
        and state < 'active'
      order by ${order}
      limit $2
      for update skip locked
    )
    update pgboss.job set
      state = 'active',
      started_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    where name = $1
      and id = any(array(select id from next))
    returning id, data`,
    [kind, limit, shutLanes],
  )
  return rows
}

/** A job that was not begun, the lanes that it needs, and how long to snooze it. */
export interface SnoozedJob {
  id: string
  waitMs: number
  lanes: readonly string[]
}

/** Snoozes jobs as if they had not been fetched. */
export async function snoozeJobs(pool: pg.Pool, kind: string, jobs: readonly SnoozedJob[]): Promise<void> {
  await pool.query(
    `update pgboss.job set
      state = 'created',
      started_on = null,
      start_after = now() + unbegun.wait_ms * interval '1 millisecond',
      singleton_key = unbegun.lanes
    from unnest($2::uuid[], $3::float8[], $4::text[]) as unbegun (id, wait_ms, lanes)
    where job.name = $1
      and job.id = unbegun.id
      and job.state = 'active'`,
    [kind, jobs.map(({ id }) => id), jobs.map(({ waitMs }) => waitMs), jobs.map(({ lanes }) => lanes.join(' '))],
  )
}

/** Deletes a merchant's waiting `settle` jobs, for a transaction that does their work; those of open transactions stay. */
export async function deleteWaitingSettleJobs(db: Kysely<Tables>, merchantId: string): Promise<void> {
  await sql`
    delete from pgboss.job
    where name = 'settle'
      and id = any(array(
        select id from pgboss.job
        where name = 'settle' and state < 'active' and data ->> 'merchantId' = ${merchantId}
        for update skip locked
      ))`.execute(db)
}

/** Returns the kinds that have a due job. */
export async function kindsWithWork(pool: pg.Pool, kinds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `select kind
    from unnest($1::text[]) as kind
    where exists (select from pgboss.job where job.name = kind and state < 'active' and start_after < now())`,
    [kinds],
  )
  return rows.map(({ kind }) => kind)
}

/** Number of waiting jobs per lane. */
export async function countWaiting(db: Kysely<Tables>, lanes: readonly string[]): Promise<Map<string, number>> {
  if (lanes.length === 0) return new Map()
  const { rows } = await sql<{ lane: string; waiting: number }>`
    select lane, count(*)::int as waiting
    from pgboss.job, unnest(string_to_array(singleton_key, ' ')) as lane
    where state < 'active'
      and lane = any(${lanes}::text[])
    group by lane`.execute(db)
  return new Map(rows.map(({ lane, waiting }) => [lane, waiting]))
}

/** Instant and number of the next status query of a transaction; null if none is waiting. */
export async function nextStatusQuery(
  db: Kysely<Tables>,
  kind: 'requery' | 'card-question',
  transactionId: string,
): Promise<{ at: string; number: number | null } | null> {
  const { rows } = await sql<{ at: string; number: number | null }>`
    select start_after as at, (data ->> 'attempt')::int as number from pgboss.job
    where name = ${kind} and state < 'active' and data ->> 'transactionId' = ${transactionId}
    order by (data ->> 'attempt')::int desc nulls last, start_after limit 1
  `.execute(db)
  return rows[0] ?? null
}
