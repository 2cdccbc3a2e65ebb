import { type RawBuilder, sql } from 'kysely'
import { allRowsCounted, countedFor } from '../counters/counted-list.ts'
import { every, everyMerchant, scopesWithMerchantDays } from '../counters/scopes.ts'
import type { Check } from './check.ts'

/** Whether the counters, with their unfolded deltas, match the rows. */
export const countChecks: Check[] = [
  {
    faults: {
      'day-count-mismatch': { harm: 'imbalance', sentence: 'Days whose counters differ from their transactions' },
    },
    rows: differences('day-count-mismatch', sql`mode, scope`, sql`day`, sql`count_day`),
  },
  {
    faults: {
      'month-count-mismatch': {
        harm: 'imbalance',
        sentence: "Merchants' months whose counters differ from their transactions",
      },
    },
    rows: differences('month-count-mismatch', sql`mode, scope, merchant_id`, sql`month`, sql`count_month`, {
      inCells: sql`mode, scope, cell_merchant::uuid as merchant_id`,
      by: sql`mode, scope, cell_merchant`,
      more: sql`, ${countedFor(sql`part.merchant_id::text`, everyMerchant)} as m (cell_merchant)`,
    }),
  },
  {
    faults: {
      'merchant-day-count-mismatch': {
        harm: 'imbalance',
        sentence: "Merchants' days whose profit counters differ from their profit rows",
      },
    },
    rows: sql`
      with counted as (
        select * from (${allRowsCounted}) as by_day
        where scope = any(${scopesWithMerchantDays}::text[])
      ), part as (
        select mode, scope, merchant_id, type, category, day, n, n_success, success_kobo from counted
        union all
        select mode, scope, merchant_id, type, category, day, -n, -n_success, -success_kobo from count_merchant_day
        union all
        select mode, scope, merchant_id, type, category, day, -n, -n_success, -success_kobo from count_delta
        where scope = any(${scopesWithMerchantDays}::text[])
      )
      select 'merchant-day-count-mismatch' as kind, concat_ws(' ', mode, scope, merchant_id, type, category, day) as id
      from part group by mode, scope, merchant_id, type, category, day
      having sum(n) <> 0 or sum(n_success) <> 0 or sum(success_kobo) <> 0`,
  },
]

/** The cells in which stored + unfolded − counted is not zero. */
function differences(
  kind: string,
  keys: RawBuilder<unknown>,
  period: RawBuilder<unknown>,
  table: RawBuilder<unknown>,
  { inCells, by, more }: Record<'inCells' | 'by' | 'more', RawBuilder<unknown>> = {
    inCells: keys,
    by: keys,
    more: sql``,
  },
) {
  const month = (day: RawBuilder<unknown>) => sql`date_trunc('month', ${day})::date`
  return sql<{ kind: string; id: string }>`
    with counted as (
      select *, ${month(sql`day`)} as month from (
        ${allRowsCounted}
      ) as by_day
    ), waiting as (
      select *, ${month(sql`day`)} as month from count_delta
    ), part as (
      select ${keys}, type, category, ${period} as period, -n as n, -n_success as n_success, -success_kobo as success_kobo
      from counted
      union all
      select ${keys}, type, category, ${period}, n, n_success, success_kobo from waiting
    ), cell as (
      select ${inCells}, cell_type as type, cell_category as category, period, sum(n) as n, sum(n_success) as n_success,
        sum(success_kobo) as success_kobo
      from part, ${countedFor(sql`part.type`, every)} as t (cell_type),
        ${countedFor(sql`part.category`, every)} as c (cell_category)${more}
      group by ${by}, cell_type, cell_category, period
      union all
      select ${keys}, type, category, ${period}, n, n_success, success_kobo from ${table}
    )
    select ${sql.lit(kind)} as kind, concat_ws(' ', ${keys}, type, category, period) as id
    from cell group by ${keys}, type, category, period
    having sum(n) <> 0 or sum(n_success) <> 0 or sum(success_kobo) <> 0`
}
