import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { lockCounts } from '../fold.ts'
import type { CountedList } from './counted-list.ts'

/**
 * Counts a list anew from its rows, for those that were written without being counted. One statement, and so one instant:
 * what is committed meanwhile brings its own counts. They wait to be folded like any other.
 */
export async function recount(db: Transaction, list: CountedList): Promise<void> {
  const { table, scope, day, merchantId, type, category, isListed = sql`true` } = list
  await lockCounts(db)
  await sql`
    with days as (
      delete from count_day where scope = ${scope}
    ), months as (
      delete from count_month where scope = ${scope}
    ), waiting as (
      delete from count_delta where scope = ${scope}
    )
    insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
    select gen_random_uuid(), mode, ${scope}, ${merchantId}, ${type}, ${category}, ${day}, count(*), 0, 0
    from ${sql.table(table)} where ${isListed}
    group by mode, ${merchantId}, ${type}, ${category}, ${day}
  `.execute(db)
}
