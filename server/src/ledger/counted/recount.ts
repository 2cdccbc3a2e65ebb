import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { lockCounts } from '../fold.ts'
import { type CountedList, rowsCounted } from './counted-list.ts'

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
    ), waiting as (
      delete from count_delta where scope = ${list.scope}
    )
    insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
    select gen_random_uuid(), mode, scope, merchant_id, type, category, day, n, n_success, success_kobo from counted
  `.execute(db)
}
