import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Days } from '../../db/days.ts'
import { costCategory, every, feeCategory, profitScope } from '../../ledger/counters/scopes.ts'
import { wholeMonths } from '../../ledger/counters/months.ts'

interface ProfitFilter {
  mode: Mode
  merchantId: string | undefined
  days: Days
}

export interface Earned {
  /** Source or day. */
  by: string
  feeKobo: bigint
  costKobo: bigint
}

/**
 * Returns fees and costs by source or by day: from daily counters, or from a merchant's whole months and the remaining days,
 * plus the deltas not yet folded.
 */
export async function earnedBy(db: Database, by: 'source' | 'day', filter: ProfitFilter): Promise<Earned[]> {
  const counted = filter.merchantId === undefined ? ofDays(by, filter) : ofMerchant(by, filter, filter.merchantId)
  const { rows } = await sql<Earned>`
    select by::text, coalesce(sum(kobo) filter (where category = ${feeCategory}), 0)::bigint as "feeKobo",
      coalesce(-sum(kobo) filter (where category = ${costCategory}), 0)::bigint as "costKobo"
    from (${counted}) as counted (by, category, kobo)
    where category in (${feeCategory}, ${costCategory}) group by by
  `.execute(db)
  return rows
}

export function sumOf(earned: readonly Earned[]): { feeKobo: bigint; costKobo: bigint } {
  const sum = (kobo: (row: Earned) => bigint) => earned.reduce((total, row) => total + kobo(row), 0n)
  return { feeKobo: sum((row) => row.feeKobo), costKobo: sum((row) => row.costKobo) }
}

function ofDays(by: 'source' | 'day', { mode, days: { from, to } }: ProfitFilter): RawBuilder<unknown> {
  const inScope = sql`mode = ${mode} and scope = ${profitScope} and day between ${from} and ${to}`
  const [key, isCell] = by === 'day' ? [sql`day`, sql`type = ${every}`] : [sql`type`, sql`type <> ${every}`]
  return sql`
    select ${key}, category, success_kobo from count_day where ${inScope} and ${isCell}
    union all
    select ${key}, category, success_kobo from count_delta where ${inScope}`
}

function ofMerchant(by: 'source' | 'day', { mode, days }: ProfitFilter, merchantId: string): RawBuilder<unknown> {
  const { whole: months, cut: dayRanges } = by === 'day' ? { whole: null, cut: [days] } : wholeMonths(days)
  const inScope = sql`mode = ${mode} and scope = ${profitScope} and merchant_id = ${merchantId}`
  const key = by === 'day' ? sql`day` : sql`type`
  const parts = dayRanges.map(
    ({ from, to }) => sql`
      select ${key}, category, success_kobo from count_merchant_day where ${inScope} and day between ${from} and ${to}`,
  )
  parts.push(sql`
    select ${key}, category, success_kobo from count_delta where ${inScope} and day between ${days.from} and ${days.to}`)
  if (months !== null) {
    parts.push(sql`
      select type, category, success_kobo from count_month
      where ${inScope} and type <> ${every} and month between ${months.from} and ${months.to}`)
  }
  return sql.join(parts, sql` union all `)
}
