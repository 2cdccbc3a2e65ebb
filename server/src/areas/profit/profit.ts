import { lagosDay, monthStart, weekStart } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { profit } from '@kobo/contract/profit'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { type Days, daysBetween } from '../../db/days.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { everyMerchant, feeCategory, profitScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { earnedBy, sumOf } from './profit-totals.ts'

type List = typeof profit.list

/** Lists profit from payments and charges, newest first, with totals. */
export const listProfit: Handler<List> = async (input, { db, mode }) => {
  const { merchantId } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, ...totals([]), records: [] }
  return await withSnapshot(db, async (snapshot) => {
    const { total, rows } = await readPage(snapshot, { mode, merchantId, days }, input)
    const earned = await earnedBy(snapshot, 'source', { mode, merchantId, days })
    return { totalRecords: Number(total), ...totals(earned), records: rows.map(asRecord) }
  })
}

/** Returns profit by source, highest first. */
export const profitBySource: Handler<typeof profit.sources> = async (input, { db, mode }) => {
  const { merchantId } = input
  const days = daysBetween(input.startDate, input.endDate)
  const earned = days.from > days.to ? [] : await earnedBy(db, 'source', { mode, merchantId, days })
  const sources = earned
    .toSorted((a, b) => Number(b.feeKobo - b.costKobo - (a.feeKobo - a.costKobo)))
    .map(({ by: source, ...sums }) => ({ id: source, source, ...inNaira(sums) }))
  return { sources }
}

/** Returns what a merchant earned in this week and month in Lagos, as the list with these days does. */
export const profitOfMerchant: Handler<typeof profit.ofMerchant> = async ({ merchantId }, { db, mode, now }) => {
  const today = lagosDay(now)
  return await withSnapshot(db, async (snapshot) => {
    await requireInMode({ db: snapshot, mode }, 'merchant', merchantId)
    const since = async (startDate: string) => {
      const earned = await earnedBy(snapshot, 'source', { mode, merchantId, days: { from: startDate, to: today } })
      return { startDate, endDate: today, ...inNaira(sumOf(earned)) }
    }
    return { week: await since(weekStart(today)), month: await since(monthStart(today)) }
  })
}

/** Returns profit of the last days in Lagos, up to today. */
export const profitSeries: Handler<typeof profit.series> = async ({ merchantId, days: count }, { db, mode, now }) => {
  if (merchantId !== undefined) await requireInMode({ db, mode }, 'merchant', merchantId)
  const shown = Array.from({ length: count }, (_, index) =>
    lagosDay(new Date(now.getTime() - (count - 1 - index) * dayMs)),
  )
  const days = { from: shown[0] ?? '', to: shown.at(-1) ?? '' }
  const byDay = new Map((await earnedBy(db, 'day', { mode, merchantId, days })).map((row) => [row.by, row]))
  return { series: shown.map((day) => ({ day, ...inNaira(byDay.get(day) ?? { feeKobo: 0n, costKobo: 0n }) })) }
}

const dayMs = 86_400_000

interface ProfitRow {
  id: string
  created_at: string
  merchant_id: string
  business_name: string | null
  source: string
  transaction_id: string | null
  reference: string
  amount_kobo: bigint | null
  fee_kobo: bigint
  cost_kobo: bigint
}

function readPage(
  db: Database,
  { mode, merchantId, days }: { mode: Mode; merchantId: string | undefined; days: Days },
  page: { page: number; size: number },
) {
  const ofMerchant = merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`
  return readCountedPage(
    db,
    {
      table: 'profit',
      days,
      matches: sql<boolean>`mode = ${mode} ${ofMerchant}`,
      counted: { mode, scope: profitScope, merchantId, category: feeCategory, days },
      columns: sql<ProfitRow>`t.id, t.created_at, t.merchant_id, t.source, t.transaction_id, t.reference, t.fee_kobo,
        t.cost_kobo, paid.amount_kobo, merchant.business_name`,
      joins: sql`
        left join transaction as paid on paid.id = t.transaction_id
        left join merchant on merchant.id = t.merchant_id`,
    },
    page,
  )
}

function asRecord(row: ProfitRow) {
  const { fee_kobo: feeKobo, cost_kobo: costKobo } = row
  return {
    id: row.id,
    createdAt: row.created_at,
    merchant: row.merchant_id === everyMerchant ? null : { id: row.merchant_id, businessName: row.business_name },
    source: row.source,
    transactionId: row.transaction_id,
    reference: row.reference,
    transactionAmount: row.amount_kobo === null ? null : naira(row.amount_kobo),
    ...inNaira({ feeKobo, costKobo }),
  }
}

function inNaira({ feeKobo, costKobo }: { feeKobo: bigint; costKobo: bigint }) {
  return { charge: naira(feeKobo), providerCost: naira(costKobo), profit: naira(feeKobo - costKobo) }
}

function totals(earned: Parameters<typeof sumOf>[0]) {
  const { charge, providerCost, profit: totalProfit } = inNaira(sumOf(earned))
  return { totalProfit, totalCharge: charge, totalProviderCost: providerCost }
}
