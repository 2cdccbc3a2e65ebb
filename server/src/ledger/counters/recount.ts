import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { lockCounts, applyCountDeltas } from '../fold.ts'
import { type CountedList, dayCounted, rowsCounted } from './counted-list.ts'

/**
 * Recounts a list with its own scope from its rows, after rows were written without being counted. One statement, and so one
 * snapshot, for bulk writes: concurrent commits add their own counts. The new counts wait to be folded like any other.
 */
export async function recount(db: Transaction, list: CountedList): Promise<void> {
  await lockCounts(db)
  await sql`
    with counted as (
      ${rowsCounted(list)}
    ), days as (
      delete from count_day where scope = ${list.scope}
    ), months as (
      delete from count_month where scope = ${list.scope}
    ), merchant_days as (
      delete from count_merchant_day where scope = ${list.scope}
    ), waiting as (
      delete from count_delta where scope = ${list.scope}
    )
    insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
    select gen_random_uuid(), mode, scope, merchant_id, type, category, day, n, n_success, success_kobo from counted
  `.execute(db)
}

/** A month of a list's counters, by its first day. */
export interface CountedMonth {
  mode: string
  scope: string
  month: string
}

/**
 * Replaces the counters of a month from its rows, day by day, so that no statement reads more than a day. Writes continue and
 * folding waits: in each statement's snapshot the counters of its day are its rows less the unfolded deltas, and nothing else
 * changes them before this commits.
 */
export async function recountMonth(db: Transaction, { mode, scope, month }: CountedMonth): Promise<void> {
  await lockCounts(db)
  const days = daysOfMonth(month)
  const isInScope = sql`mode = ${mode} and scope = ${scope}`
  await sql`delete from count_month where ${isInScope} and month = ${month}`.execute(db)
  const isInMonth = sql`day between ${month} and ${days.at(-1)}`
  await sql`delete from count_day where ${isInScope} and ${isInMonth}`.execute(db)
  await sql`delete from count_merchant_day where ${isInScope} and ${isInMonth}`.execute(db)
  for (const day of days) {
    await sql`
      with moved as materialized (
        select mode, scope, merchant_id, type, category, day, sum(n) as n, sum(n_success) as n_success,
          sum(success_kobo) as success_kobo
        from (
          ${dayCounted({ mode, scope }, day)}
          union all
          select mode, scope, merchant_id, type, category, day, -n, -n_success, -success_kobo
          from count_delta where ${isInScope} and day = ${day}
        ) as part
        group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0 or sum(n_success) <> 0 or sum(success_kobo) <> 0
      ), ${applyCountDeltas(sql`moved`)}
      select`.execute(db)
  }
}

function daysOfMonth(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: days }, (_, index) => `${month.slice(0, 8)}${String(index + 1).padStart(2, '0')}`)
}
