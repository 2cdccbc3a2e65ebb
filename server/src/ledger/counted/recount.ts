import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { lockCounts } from '../fold.ts'
import { allRowsCounted, type CountedList, rowsCounted } from './counted-list.ts'
import { every, everyMerchant, scopesWithMerchantDays } from './scopes.ts'

/**
 * Counts a list that has its scopes for itself anew from its rows, for those that were written without being counted. One
 * statement, and so one instant: what is committed meanwhile brings its own counts. They wait to be folded like any other.
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

/** Counts the days of merchants anew where they do not come to their months: a release before did not count them. */
export async function recountMerchantDays(db: Transaction): Promise<void> {
  await lockCounts(db)
  const isOurs = sql`scope = any(${scopesWithMerchantDays}::text[])`
  const { rows } = await sql<{ differs: boolean }>`
    select exists (
      select from (
        select mode, scope, merchant_id, month, n from count_month
        where ${isOurs} and type <> ${every} and category <> ${every} and merchant_id <> ${everyMerchant}
        union all
        select mode, scope, merchant_id, date_trunc('month', day)::date, -n from count_merchant_day
        where merchant_id <> ${everyMerchant}
      ) as part
      group by mode, scope, merchant_id, month having sum(n) <> 0
    ) as differs
  `.execute(db)
  if (!rows[0]?.differs) return
  await sql`delete from count_merchant_day`.execute(db)
  await sql`
    insert into count_merchant_day (mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
    select mode, scope, merchant_id, type, category, day, sum(n), sum(n_success), sum(success_kobo)
    from (
      ${allRowsCounted}
      union all
      select mode, scope, merchant_id, type, category, day, -n, -n_success, -success_kobo from count_delta
    ) as part
    where ${isOurs}
    group by mode, scope, merchant_id, type, category, day having sum(n) <> 0
  `.execute(db)
}
