import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** An item of a job: `period` is a day in Lagos, or empty if the job has none; `item` is empty for the list of items itself. */
export interface ItemKey {
  job: string
  period: string
  item: string
}

/** An item that a job could not process; it is retried until it succeeds. */
export interface ItemError extends ItemKey {
  attempts: number
  error: string
  firstFailedAt: string
  lastFailedAt: string
  nextAttemptAt: string
}

const firstRetrySeconds = 15
const lastRetrySeconds = 3_600
const errorLength = 500

/** Stores that an item failed and returns its number of attempts; the wait before the next attempt doubles up to an hour. */
export async function recordItemError(
  db: Kysely<Tables>,
  { job, period, item }: ItemKey,
  error: unknown,
  at: Date,
): Promise<number> {
  const now = at.toISOString()
  const text = (error instanceof Error ? error.message : String(error)).slice(0, errorLength)
  const { rows } = await sql<{ attempts: number }>`
    insert into job_item_error as stored
      (job, period, item, attempts, error, first_failed_at, last_failed_at, next_attempt_at)
    values (${job}, ${period}, ${item}, 1, ${text}, ${now}, ${now},
      ${now}::timestamptz + ${firstRetrySeconds} * interval '1 second')
    on conflict (job, period, item) do update set
      attempts = stored.attempts + 1,
      error = excluded.error,
      last_failed_at = excluded.last_failed_at,
      next_attempt_at = excluded.last_failed_at
        + least(${firstRetrySeconds} * 2 ^ least(stored.attempts, 20), ${lastRetrySeconds}) * interval '1 second'
    returning attempts`.execute(db)
  return rows[0]?.attempts ?? 1
}

export async function clearItemError(db: Kysely<Tables>, { job, period, item }: ItemKey): Promise<void> {
  await db
    .deleteFrom('job_item_error')
    .where('job', '=', job)
    .where('period', '=', period)
    .where('item', '=', item)
    .execute()
}

/** Returns the items that have failed and not succeeded since, with the instant of their next attempt. */
export async function failedAmong(
  db: Kysely<Tables>,
  { job, period }: Omit<ItemKey, 'item'>,
  items: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('job_item_error')
    .select(['item', 'next_attempt_at'])
    .where('job', '=', job)
    .where('period', '=', period)
    .where('item', '=', (eb) => eb.fn.any(eb.val(items)))
    .execute()
  return new Map(rows.map((row) => [row.item, new Date(row.next_attempt_at)]))
}

/** Items of a job that are due for a retry, longest due first. */
export async function itemsToRetry(db: Kysely<Tables>, job: string, at: Date): Promise<ItemKey[]> {
  return await db
    .selectFrom('job_item_error')
    .select(['job', 'period', 'item'])
    .where('job', '=', job)
    .where('item', '<>', '')
    .where('next_attempt_at', '<=', at.toISOString())
    .orderBy('next_attempt_at')
    .limit(100)
    .execute()
}

/** All items that have failed, oldest first. */
export async function listItemErrors(db: Kysely<Tables>, limit = 100): Promise<ItemError[]> {
  return await db
    .selectFrom('job_item_error')
    .select(['job', 'period', 'item', 'attempts', 'error'])
    .select(['first_failed_at as firstFailedAt', 'last_failed_at as lastFailedAt', 'next_attempt_at as nextAttemptAt'])
    .orderBy('first_failed_at')
    .orderBy('job')
    .orderBy('item')
    .limit(limit)
    .execute()
}

export async function countItemErrors(db: Kysely<Tables>): Promise<{ job: string; failing: number }[]> {
  return await db
    .selectFrom('job_item_error')
    .select((row) => ['job', row.cast<number>(row.fn.countAll(), 'integer').as('failing')])
    .groupBy('job')
    .orderBy('job')
    .execute()
}

/**
 * Makes the failed items of a job, or one of them, due for the job's next run, and returns how many. They become due at their
 * last failure, so that a worker whose clock is behind the database's does not defer them.
 */
export async function retryItems(db: Kysely<Tables>, { job, item }: { job: string; item?: string }): Promise<number> {
  const errorQuery = db
    .updateTable('job_item_error')
    .set((row) => ({ next_attempt_at: row.ref('last_failed_at') }))
    .where('job', '=', job)
  const { numUpdatedRows } = await (item === undefined
    ? errorQuery
    : errorQuery.where('item', '=', item)
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}
