import { sql } from 'kysely'
import { lagosDayOf } from '../account-days.ts'
import type { Check } from './check.ts'

/** Whether account days, with their unfolded deltas, match the entries. */
export const dayChecks: Check[] = [
  {
    faults: {
      'account-day-mismatch': {
        harm: 'imbalance',
        sentence: "Daily account totals that differ from the day's entries",
      },
    },
    rows: sql`
      with moved as (
        select account_id, ${lagosDayOf(sql`at`)} as day, sum(greatest(amount_kobo, 0)) as in_kobo,
          sum(greatest(-amount_kobo, 0)) as out_kobo, count(*) as n
        from entry group by 1, 2
      ), part as (
        select account_id, day, in_kobo, out_kobo, n from moved
        union all
        select account_id, day, -in_kobo, -out_kobo, -n from account_day
        union all
        select account_id, day, -greatest(amount_kobo, 0), -greatest(-amount_kobo, 0), -n
        from balance_delta where day is not null
      )
      select 'account-day-mismatch' as kind, account_id || ' ' || day as id
      from part group by account_id, day
      having sum(in_kobo) <> 0 or sum(out_kobo) <> 0 or sum(n) <> 0 and count(*) = count(n)`,
  },
  {
    faults: {
      'closing-balance-mismatch': {
        harm: 'imbalance',
        sentence: 'Daily closing balances that differ from the sum of all entries to date',
      },
    },
    rows: sql`
      select 'closing-balance-mismatch' as kind, account_id || ' ' || day as id
      from (
        select account_id, day, closing_kobo - sum(in_kobo - out_kobo) over (partition by account_id order by day) as off
        from account_day
      ) as closing where off <> 0`,
  },
]
