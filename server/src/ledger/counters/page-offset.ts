import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Days } from '../../db/days.ts'
import { every, everyMerchant, scopesWithMerchantDays } from './scopes.ts'
import { wholeMonths } from './months.ts'

/** A list filter that the counters can answer. */
export interface CountedFilter {
  mode: Mode
  scope: string
  merchantId?: string | undefined
  /** One value, or several whose counters are summed. */
  type?: string | readonly string[] | undefined
  category?: string | undefined
  days: Days
}

/** Rows of a page by position; the newest row has position 0. */
export interface Span {
  offset: bigint
  size: bigint
}

/**
 * Queries of which the last, `place`, has one row: the `total`, and where to read the rows of a page: `take` of them after the
 * first `from_top` of the days from `oldest` to `newest`, or after the last `from_bottom` of them. Past the last page the days
 * are null. Counters are read with their unfolded deltas: months first, then the days in them, which few lists have per merchant.
 * Only inside the last of these are rows skipped, from its nearer end.
 */
export function pageOffset(
  filter: CountedFilter,
  span: Span,
  rowsOn: (days: Days) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const months = locateBuckets('month', monthCounts(filter, rowsOn), {
    from: sql`${span.offset}::bigint`,
    past: (total) => sql`least(${total}, ${span.offset + span.size}::bigint)`,
  })
  const monthEnd = sql`(date_trunc('month', month_place.newest::timestamp) + interval '1 month' - interval '1 day')::date`
  const until = sql`least(${monthEnd}, ${filter.days.to}::date)`
  if (!hasDays(filter)) {
    return sql`${months}, place as (
      select total, greatest(past - ${span.offset}, 0) as take, oldest, ${until} as newest, from_top, from_bottom from month_place
    )`
  }
  const from = sql`(select from_top from month_place)`
  const take = sql`(select greatest(past - ${span.offset}, 0) from month_place)`
  const days = locateBuckets('day', dayCounts(filter, until), { from, past: () => sql`${from} + ${take}` })
  return sql`${months}, ${days}, place as (
    select month_place.total, ${take} as take, day_place.oldest, day_place.newest, day_place.from_top,
      day_place.from_bottom
    from month_place, day_place
  )`
}

/** Queries of which the last, `day_place`, has the position of a page's rows, by counts of days alone. */
export function dayOffset(counts: RawBuilder<unknown>, { offset, size }: Span): RawBuilder<unknown> {
  return locateBuckets('day', counts, {
    from: sql`${offset}::bigint`,
    past: (total) => sql`least(${total}, ${offset + size}::bigint)`,
  })
}

/** Sums the counts of each bucket and finds those that contain a span's first and last row. */
function locateBuckets(
  name: 'month' | 'day',
  counts: RawBuilder<unknown>,
  { from, past }: { from: RawBuilder<unknown>; past: (total: RawBuilder<unknown>) => RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [bucket, place] = [sql.ref(`${name}_bucket`), sql.ref(`${name}_place`)]
  return sql`${bucket} as (
    select first, n, (sum(n) over (order by first desc))::bigint as through
    from (
      select first, sum(n)::bigint as n from (${counts}) as counted (first, n) group by first having sum(n) > 0
    ) as summed
  ), ${place} as (
    select whole.total, whole.past, newest.first as newest, oldest.first as oldest,
      ${from} - newest.through + newest.n as from_top, oldest.through - whole.past as from_bottom
    from (
      select total, ${past(sql`total`)} as past
      from (select coalesce(sum(n), 0)::bigint as total from ${bucket}) as summed
    ) as whole
    left join lateral (select * from ${bucket} where through > ${from} order by through limit 1) as newest on true
    left join lateral (select * from ${bucket} where through >= whole.past order by through limit 1) as oldest on true
  )`
}

/** Partial months are counted by their days, or row by row if there are no counters of days. */
function monthCounts(filter: CountedFilter, rowsOn: (days: Days) => RawBuilder<unknown>): RawBuilder<unknown> {
  const { merchantId, days } = filter
  const { whole, cut } = wholeMonths(days)
  const isWholeMonth = sql`month between ${whole.from} and ${whole.to}`
  const parts = [
    sql`select month, n from count_month
      where ${cell(filter)} and merchant_id = ${merchantId ?? everyMerchant} and ${isWholeMonth}`,
  ]
  if (hasDays(filter)) {
    parts.push(unfoldedCounts(filter, sql`greatest(date_trunc('month', day)::date, ${days.from})`, onDays(days)))
    for (const part of cut) {
      parts.push(countsOfDays(sql`${part.from}::date`, filter, onDays(part)))
    }
  } else {
    parts.push(unfoldedCounts(filter, sql`date_trunc('month', day)::date`, onDays(whole)))
    for (const part of cut) parts.push(sql`select ${part.from}::date, count(*) from ${rowsOn(part)}`)
  }
  return sql`${sql.join(parts, sql` union all `)}`
}

/** The days of the months that contain the span. */
function dayCounts(filter: CountedFilter, until: RawBuilder<unknown>): RawBuilder<unknown> {
  const near = sql`day between (select oldest from month_place) and (select ${until} from month_place)`
  return sql`${countsOfDays(sql`day`, filter, near)} union all ${unfoldedCounts(filter, sql`day`, near)}`
}

function countsOfDays(
  first: RawBuilder<unknown>,
  filter: CountedFilter,
  isNear: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (filter.merchantId !== undefined) return countsIn('count_merchant_day', first, filter, isNear)
  return sql`select ${first}, n from count_day where ${cell(filter)} and ${isNear}`
}

function hasDays({ scope, merchantId }: CountedFilter): boolean {
  return merchantId === undefined || scopesWithMerchantDays.includes(scope)
}

/** Condition for the counters that match the filter exactly. */
function cell({ mode, scope, type, category }: CountedFilter): RawBuilder<boolean> {
  return sql`mode = ${mode} and scope = ${scope} and ${isValue('type', type ?? every)} and category = ${category ?? every}`
}

/** Each row is counted under one value, so several values share none. */
function isValue(column: string, value: string | readonly string[]): RawBuilder<boolean> {
  return typeof value === 'string'
    ? sql<boolean>`${sql.ref(column)} = ${value}`
    : sql<boolean>`${sql.ref(column)} = any(${[...value]}::text[])`
}

/** Unfolded deltas. */
function unfoldedCounts(
  filter: CountedFilter,
  first: RawBuilder<unknown>,
  isNear: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return countsIn('count_delta', first, filter, isNear)
}

/** Reads a table that has no sums over types and categories. */
function countsIn(
  table: 'count_delta' | 'count_merchant_day',
  first: RawBuilder<unknown>,
  { mode, scope, merchantId, type, category }: CountedFilter,
  isNear: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const only = (column: string, value: CountedFilter['type']) =>
    value === undefined ? sql`` : sql` and ${isValue(column, value)}`
  return sql`select ${first}, n from ${sql.table(table)} where mode = ${mode} and scope = ${scope} and ${isNear}
    ${only('merchant_id', merchantId)}${only('type', type)}${only('category', category)}`
}

function onDays({ from, to }: Days): RawBuilder<boolean> {
  return sql`day between ${from} and ${to}`
}
