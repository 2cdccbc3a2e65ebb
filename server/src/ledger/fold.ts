import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { lockAccountDays, applyDailyDeltas } from './account-days.ts'
import { countedFor } from './counters/counted-list.ts'
import { every, everyMerchant, scopesWithMerchantDays } from './counters/scopes.ts'

/** Number of deltas of a kind per transaction. */
export const deltasAtOnce = 5000

/**
 * Folds waiting deltas into the counters, and into the provider's balances and account days, each in one transaction: a snapshot
 * of sums and deltas is exact before and after. Returns the number folded; another server may be folding too.
 */
export async function foldDeltas(db: Database): Promise<number> {
  return (await foldCounts(db)) + (await foldBalances(db))
}

/** Folds until no delta waits. */
export async function foldAll(db: Database): Promise<void> {
  while ((await foldDeltas(db)) > 0);
}

async function foldCounts(db: Database): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockCounts(transaction)
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from count_delta where id in (select id from count_delta order by id limit ${deltasAtOnce}) returning *
      ), ${applyCountDeltas(sql`taken`)}
      select count(*)::int as taken from taken
    `.execute(transaction)
    return rows[0]?.taken ?? 0
  })
}

/**
 * Adds changes to the counters of days and months, as CTEs for a `with`. `moved` names a relation with the columns of
 * `count_delta`. The caller has locked the counters.
 */
export function applyCountDeltas(moved: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cell as (
      select moved.*, date_trunc('month', day)::date as month, cell_type, cell_category
      from ${moved} as moved, ${countedFor(sql`type`, every)} as t (cell_type),
        ${countedFor(sql`category`, every)} as c (cell_category)
    ), by_day as (
      insert into count_day (mode, scope, type, category, day, n, n_success, success_kobo)
      select mode, scope, cell_type, cell_category, day, sum(n), sum(n_success), sum(success_kobo)
      from cell group by 1, 2, 3, 4, 5
      on conflict (mode, scope, type, category, day) do update set
        n = count_day.n + excluded.n,
        n_success = count_day.n_success + excluded.n_success,
        success_kobo = count_day.success_kobo + excluded.success_kobo
    ), by_month as (
      insert into count_month (mode, scope, merchant_id, type, category, month, n, n_success, success_kobo)
      select mode, scope, cell_merchant::uuid, cell_type, cell_category, month, sum(n), sum(n_success), sum(success_kobo)
      from cell, ${countedFor(sql`merchant_id::text`, everyMerchant)} as m (cell_merchant)
      group by 1, 2, 3, 4, 5, 6
      on conflict (mode, scope, merchant_id, type, category, month) do update set
        n = count_month.n + excluded.n,
        n_success = count_month.n_success + excluded.n_success,
        success_kobo = count_month.success_kobo + excluded.success_kobo
    ), by_merchant_day as (
      insert into count_merchant_day (mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
      select mode, scope, merchant_id, type, category, day, sum(n), sum(n_success), sum(success_kobo)
      from ${moved} as moved where scope = any(${scopesWithMerchantDays}::text[]) group by 1, 2, 3, 4, 5, 6
      on conflict (mode, scope, merchant_id, day, type, category) do update set
        n = count_merchant_day.n + excluded.n,
        n_success = count_merchant_day.n_success + excluded.n_success,
        success_kobo = count_merchant_day.success_kobo + excluded.success_kobo
    )`
}

/** Serialises folding and all other work that needs unchanging counters. */
export async function lockCounts(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kobo fold counts'))`.execute(db)
}

async function foldBalances(db: Database): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockAccountDays(transaction)
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from balance_delta where id in (select id from balance_delta order by id limit ${deltasAtOnce})
        returning account_id, day, amount_kobo, n
      ), folded as (
        update provider_account set balance_kobo = balance_kobo + change.amount
        from (select account_id, sum(amount_kobo) as amount from taken group by account_id) as change
        where provider_account.id = change.account_id
      ), moved as (
        -- Deltas of an older release have no day.
        select account_id, day, sum(greatest(amount_kobo, 0)) as in_kobo, sum(greatest(-amount_kobo, 0)) as out_kobo,
          case when count(*) = count(n) then sum(n) end as n
        from taken where day is not null group by account_id, day
      ), by_day as (
        ${applyDailyDeltas(sql`moved`)}
      )
      select count(*)::int as taken from taken
    `.execute(transaction)
    return rows[0]?.taken ?? 0
  })
}
