import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { type Days, onDays } from '../../db/days.ts'
import { type CountedFilter, pageOffset, type Span } from './page-offset.ts'

/** A page of a list of any length. */
export interface CountedPage<Row> {
  table: string
  days: Days
  /** Condition for the matching rows, whatever their days. */
  matches: RawBuilder<boolean>
  /** The same filter for the counters; null if the matching rows are few and have their own index. */
  counted: CountedFilter | null
  /** Whether the rows are materialised before sorting, since the index that finds them has another order. */
  isGathered?: boolean
  /** Displayed columns of a row `t`, and the joins that they need. */
  columns: RawBuilder<Row>
  joins: RawBuilder<unknown>
}

/** Returns one page, newest first, and the total number of rows: one snapshot, one statement, at any depth. */
export async function readCountedPage<Row extends object>(
  db: Database,
  { table, days, matches, counted, isGathered = false, columns, joins }: CountedPage<Row>,
  { page, size }: { page: number; size: number },
): Promise<{ total: bigint; rows: Row[] }> {
  const span = { offset: BigInt(page - 1) * BigInt(size), size: BigInt(size) }
  const matching = sql`${sql.table(table)} where ${matches}`
  const source = isGathered ? sql`gathered where true` : matching
  const rowsOn = (range: Days) => sql`${source} and ${onDays('created_at', range)}`
  const offsetQuery = counted ? pageOffset(counted, span, rowsOn) : offsetByCounting(rowsOn(days), days, span)
  const ids = (isDirection: RawBuilder<unknown>, direction: 'asc' | 'desc') => sql`(
    select id, merchant_id from ${source} and ${isDirection} and created_at >= slice.since and created_at < slice.until
    order by created_at ${sql.raw(direction)}, id ${sql.raw(direction)} offset slice.skip limit slice.take
  )`
  const gathered = isGathered
    ? sql`gathered as materialized (select id, merchant_id, created_at from ${matching} and ${onDays('created_at', days)}),`
    : sql``
  // The ids come from an index-only scan; only the rows of the page are looked up, one by one: `offset 0` keeps the planner from
  // scanning a table that is still small.
  const { rows } = await sql<Row & { total: bigint; id: string | null }>`
    with ${gathered} ${offsetQuery}, slice as (
      select total, take, from_top <= from_bottom as is_desc, least(from_top, from_bottom) as skip,
        (oldest::timestamp - interval '1 hour') at time zone 'UTC' as since,
        (newest::timestamp + interval '23 hours') at time zone 'UTC' as until
      from place
    )
    select slice.total, ${columns}
    from slice
    left join lateral (
      ${ids(sql`slice.is_desc`, 'desc')} union all ${ids(sql`not slice.is_desc`, 'asc')}
    ) as page on true
    left join lateral (
      select * from ${sql.table(table)} where id = page.id and merchant_id = page.merchant_id offset 0
    ) as t on true
    ${joins}
    order by t.created_at desc, t.id desc
  `.execute(db)
  // A page without rows is one row that has the total alone.
  return { total: rows[0]?.total ?? 0n, rows: rows.filter(({ id }) => id !== null) }
}

/** The `place` of `pageOffset`, counted from the rows, for few rows. */
function offsetByCounting(rows: RawBuilder<unknown>, { from, to }: Days, { offset, size }: Span): RawBuilder<unknown> {
  return sql`place as (
    select total, greatest(past - ${offset}, 0) as take, ${from}::date as oldest, ${to}::date as newest,
      case when ${offset} < total then ${offset}::bigint end as from_top, total - past as from_bottom
    from (
      select count(*) as total, least(count(*), ${offset + size}::bigint) as past from ${rows}
    ) as whole
  )`
}
