import type { Mode } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Days } from '../../db/days.ts'
import { costCategory, every, feeCategory, profitScope } from '../../ledger/counters/scopes.ts'
import { wholeMonths } from '../../ledger/counters/months.ts'

interface Of {
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
export async function earnedBy(db: Database, by: 'source' | 'day', of: Of): Promise<Earned[]> {
  const counted = of.merchantId === undefined ? ofDays(by, of) : ofMerchant(by, of, of.merchantId)
  const { rows } = await sql<Earned>`
    select by::text, coalesce(sum(kobo) filter (where category = ${feeCategory}), 0)::bigint as "feeKobo",
      coalesce(-sum(kobo) filter (where category = ${costCategory}), 0)::bigint as "costKobo"
    from (${counted}) as counted (by, category, kobo)
    where category in (${feeCategory}, ${costCategory}) group by by
  `.execute(db)
  return rows
}

export function sumOf(earned: readonly Earned[]): { feeKobo: bigint; costKobo: bigint } {
  const sum = (kobo: (one: Earned) => bigint) => earned.reduce((all, one) => all + kobo(one), 0n)
  return { feeKobo: sum((one) => one.feeKobo), costKobo: sum((one) => one.costKobo) }
}

function ofDays(by: 'source' | 'day', { mode, days: { from, to } }: Of): RawBuilder<unknown> {
  const ours = sql`mode = ${mode} and scope = ${profitScope} and day between ${from} and ${to}`
  const [key, isCell] = by === 'day' ? [sql`day`, sql`type = ${every}`] : [sql`type`, sql`type <> ${every}`]
  return sql`
    select ${key}, category, success_kobo from count_day where ${ours} and ${isCell}
    union all
    select ${key}, category, success_kobo from count_delta where ${ours}`
}

function ofMerchant(by: 'source' | 'day', { mode, days }: Of, merchantId: string): RawBuilder<unknown> {
  const { whole, cut } = by === 'day' ? { whole: null, cut: [days] } : wholeMonths(days)
  const ours = sql`mode = ${mode} and scope = ${profitScope} and merchant_id = ${merchantId}`
  const key = by === 'day' ? sql`day` : sql`type`
  const parts = cut.map(
    ({ from, to }) => sql`
      select ${key}, category, success_kobo from count_merchant_day where ${ours} and day between ${from} and ${to}`,
  )
  parts.push(sql`
    select ${key}, category, success_kobo from count_delta where ${ours} and day between ${days.from} and ${days.to}`)
  if (whole !== null) {
    parts.push(sql`
      select type, category, success_kobo from count_month
      where ${ours} and type <> ${every} and month between ${whole.from} and ${whole.to}`)
  }
  return sql.join(parts, sql` union all `)
}
