import type pg from 'pg'

// What pg-boss has no call for, on the tables of its pinned release. The label of a job, `singleton_key`, which nothing
// else of ours uses, holds the lanes that it will enter.

/** A job that was taken to be worked on. */
export interface TakenJob<Data> {
  id: string
  data: Data
}

/** No more of those that need the same lanes are taken at once, since they might not find places there. */
const ofSameLanes = 16

/**
 * Takes due jobs, the urgent and the oldest first; those with a lane that is shut are left where they are. Rows are named by
 * their ids, since the planner, which knows little of a table that fills and empties all the time, would join by reading all.
 */
export async function fetchJobs<Data>(
  pool: pg.Pool,
  kind: string,
  atMost: number,
  shutLanes: readonly string[],
): Promise<readonly TakenJob<Data>[]> {
  const { rows } = await pool.query<TakenJob<Data>>(
    `with due as (
      select id, priority, created_on, singleton_key
      from pgboss.job
      where name = $1
        and state < 'active'
        and start_after < now()
        and (singleton_key is null or not string_to_array(singleton_key, ' ') && $3::text[])
      order by priority desc, created_on, id
      limit 4 * $2::int
    ), ranked as (
      select *, row_number() over (partition by singleton_key order by priority desc, created_on, id) as nth
      from due
    ), next as (
      select id
      from pgboss.job
      where name = $1
        and id = any(array(select id from ranked where nth <= ${ofSameLanes} or singleton_key is null))
        and state < 'active'
      order by priority desc, created_on, id
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
    [kind, atMost, shutLanes],
  )
  return rows
}

/** A job that was not begun, the lanes that it needs, and when to look again. */
export interface UnbegunJob {
  id: string
  waitMs: number
  lanes: readonly string[]
}

/** Lets jobs wait as if they had not been taken. */
export async function putBackJobs(pool: pg.Pool, kind: string, jobs: readonly UnbegunJob[]): Promise<void> {
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

/** Which of these kinds have a job that is due. */
export async function kindsWithWork(pool: pg.Pool, kinds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `select kind
    from unnest($1::text[]) as kind
    where exists (select from pgboss.job where job.name = kind and state < 'active' and start_after < now())`,
    [kinds],
  )
  return rows.map(({ kind }) => kind)
}
