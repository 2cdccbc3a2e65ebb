import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { type Days, onDays } from './days.ts'

interface OrderedPage<Row> {
  table: string
  days: Days
  /** Condition for the matching rows, whatever their days. */
  matches: RawBuilder<boolean>
  /** Column by which the rows ascend. */
  order: 'created_at' | 'due_at'
  /** Displayed columns of a row `t`, and the joins that they need. */
  columns: RawBuilder<Row>
  joins: RawBuilder<unknown>
}

/** Returns one page in ascending order and the total number of rows, in one statement, which sorts all matching rows. */
export async function readOrderedPage<Row extends object>(
  db: Database,
  { table, days, matches, order, columns, joins }: OrderedPage<Row>,
  { page, size }: { page: number; size: number },
): Promise<{ total: bigint; rows: Row[] }> {
  const by = sql.ref(order)
  const { rows } = await sql<Row & { total: bigint; id: string | null }>`
    with matching as materialized (
      select id, merchant_id, ${by} from ${sql.table(table)} where ${matches} and ${onDays('created_at', days)}
    )
    select counted.total, ${columns}
    from (select count(*) as total from matching) as counted
    left join lateral (
      select * from matching order by ${by}, id limit ${size} offset ${BigInt(page - 1) * BigInt(size)}::bigint
    ) as page on true
    left join ${sql.table(table)} as t on t.id = page.id and t.merchant_id = page.merchant_id
    ${joins}
    order by t.${by}, t.id
  `.execute(db)
  // A page without rows is one row that has the total alone.
  return { total: rows[0]?.total ?? 0n, rows: rows.filter(({ id }) => id !== null) }
}
