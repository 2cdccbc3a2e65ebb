import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Days } from '../../db/days.ts'
import { endOfMonth, wholeMonths } from './months.ts'
import { matches, type TransactionFilter } from './transaction-filter.ts'

/** How many transactions match, and where the rows of a page are to be read. */
export interface PagePlace {
  total: bigint
  /** None on a page past the end. */
  slice: Slice | null
}

/** Rows of some days: `take` of them after the first `skip`, from the newest on (`desc`) or from the oldest. */
export interface Slice {
  days: Days
  order: 'desc' | 'asc'
  skip: bigint
  take: bigint
}

/**
 * Places a page by the counts, together with what is not folded into them yet: exact in the snapshot in which the rows
 * are read too. A bucket is a day, or a month of one merchant; only inside one are rows skipped, from its nearer end.
 */
export async function placePage(
  snapshot: Transaction,
  filter: TransactionFilter,
  offset: bigint,
  size: bigint,
): Promise<PagePlace> {
  const { counts, lastDay } = filter.merchantId === undefined ? byDay(filter) : byMonth(filter, filter.merchantId)
  const { rows } = await sql<PlaceRow>`
    with bucket as (
      select first, sum(n)::bigint as n from (${counts}) as counted (first, n) group by first having sum(n) > 0
    ), running as (
      select first, n, (sum(n) over (order by first desc))::bigint as through from bucket
    )
    select whole.total, whole.past, newest.first as newest, oldest.first as oldest,
      ${offset} - newest.through + newest.n as from_top, oldest.through - whole.past as from_bottom
    from (
      select coalesce(sum(n), 0)::bigint as total, least(coalesce(sum(n), 0), ${offset + size})::bigint as past
      from bucket
    ) as whole
    left join lateral (select * from running where through > ${offset} order by through limit 1) as newest on true
    left join lateral (select * from running where through >= whole.past order by through limit 1) as oldest on true
  `.execute(snapshot)
  const [place] = rows
  if (!place) throw new Error('A count of transactions gave nothing')
  const { total, past, newest, oldest, from_top, from_bottom } = place
  if (newest === null || oldest === null) return { total, slice: null }
  const days = { from: oldest, to: lastDay(newest) }
  const take = past - offset
  return from_top <= from_bottom
    ? { total, slice: { days, order: 'desc', skip: from_top, take } }
    : { total, slice: { days, order: 'asc', skip: from_bottom, take } }
}

interface PlaceRow {
  total: bigint
  /** The position after the page's last row, the newest row having position 0. */
  past: bigint
  /** The first days of the buckets that hold the page's first row and its last. */
  newest: string | null
  oldest: string | null
  from_top: bigint
  from_bottom: bigint
}

/** Rows of (first day, number): a bucket may come in several. */
interface Buckets {
  counts: RawBuilder<unknown>
  lastDay(first: string): string
}

/** Stands in the counts for every type or category. */
const every = '*'

function byDay({ mode, scope, type, category, days }: TransactionFilter): Buckets {
  const counts = sql`
    select day, n from count_day
    where mode = ${mode} and scope = ${scope} and type = ${type ?? every} and category = ${category ?? every}
      and day between ${days.from} and ${days.to}
    union all
    select day, n from count_delta
    where mode = ${mode} and scope = ${scope}${only('type', type)}${only('category', category)}
      and day between ${days.from} and ${days.to}`
  return { counts, lastDay: (first) => first }
}

/** Months that the filter's days cut through are counted row by row. */
function byMonth(filter: TransactionFilter, merchantId: string): Buckets {
  const { mode, scope, type, category, days } = filter
  const { whole, cut } = wholeMonths(days)
  const parts = [
    sql`
    select month, n from count_month
    where mode = ${mode} and scope = ${scope} and merchant_id = ${merchantId}
      and type = ${type ?? every} and category = ${category ?? every}
      and month between ${whole.from} and ${whole.to}`,
    sql`
    select date_trunc('month', day)::date, n from count_delta
    where mode = ${mode} and scope = ${scope} and merchant_id = ${merchantId}
      ${only('type', type)}${only('category', category)}
      and day between ${whole.from} and ${whole.to}`,
    ...cut.map(
      (part) => sql`
    select ${part.from}::date, count(*) from transaction where ${matches({ ...filter, days: part })}`,
    ),
  ]
  const lastDay = (first: string) => {
    const last = endOfMonth(first)
    return last < days.to ? last : days.to
  }
  return { counts: sql`${sql.join(parts, sql` union all `)}`, lastDay }
}

function only(column: string, value: string | undefined): RawBuilder<unknown> {
  return value === undefined ? sql`` : sql` and ${sql.ref(column)} = ${value}`
}
