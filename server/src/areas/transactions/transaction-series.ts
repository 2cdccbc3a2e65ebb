import { lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { transactions } from '@kobo/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import { type Days, onDays } from '../../db/days.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'

const dayMs = 86_400_000
const everyScope = ['MERCHANT', 'WALLET']

/** Returns value and volume of successful transactions on each of the last days in Lagos, up to today. */
export const transactionSeries: Handler<typeof transactions.series> = (input, { db, mode, now }) =>
  withSnapshot(db, async (snapshot) => {
    const { merchantId, scope } = input
    if (merchantId !== undefined) await requireInMode({ db: snapshot, mode }, 'merchant', merchantId)
    const shown = lastDays(now, input.days)
    const days = { from: shown[0] ?? '', to: shown.at(-1) ?? '' }
    const scopes = scope === undefined ? everyScope : [scope]
    const counts =
      merchantId === undefined ? countedDays(mode, scopes, days) : merchantDays(mode, scopes, merchantId, days)
    const { rows } = await sql<{ day: string; n: bigint; kobo: bigint }>`
      select day, sum(n)::bigint as n, sum(kobo)::bigint as kobo from (${counts}) as counted (day, n, kobo) group by day
    `.execute(snapshot)
    const byDay = new Map(rows.map((row) => [row.day, row]))
    const series = shown.map((day) => ({
      day,
      value: naira(byDay.get(day)?.kobo ?? 0n),
      volume: Number(byDay.get(day)?.n ?? 0n),
    }))
    return { series }
  })

function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => lagosDay(new Date(now.getTime() - (count - 1 - index) * dayMs)))
}

/** Uses the counters and the deltas not yet folded. */
function countedDays(mode: Mode, scopes: string[], { from, to }: Days): RawBuilder<unknown> {
  return sql`
    select day, n_success, success_kobo from count_day
    where mode = ${mode} and scope = any(${scopes}) and type = '*' and category = '*' and day between ${from} and ${to}
    union all
    select day, n_success, success_kobo from count_delta
    where mode = ${mode} and scope = any(${scopes}) and day between ${from} and ${to}`
}

/** A merchant's transactions are counted by month only, so their days are read from an index. */
function merchantDays(mode: Mode, scopes: string[], merchantId: string, days: Days): RawBuilder<unknown> {
  return sql`
    select (created_at at time zone 'Africa/Lagos')::date, 1, amount_kobo from transaction
    where mode = ${mode} and scope = any(${scopes}) and merchant_id = ${merchantId} and status = 'SUCCESS'
      and ${onDays('created_at', days)}`
}
