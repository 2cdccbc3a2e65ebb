import { contract } from '@kobo/contract'
import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import { refundStatuses } from '@kobo/contract/refunds'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transactionStatus } from '../../engine/refunds/refund-messages.ts'
import { foldDeltas } from '../../ledger/fold.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, idAt } from '../../testing/factories.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'

type Row = Awaited<ReturnType<typeof aTransaction>>

let app: TestApp
let clients: Record<'PRODUCTION' | 'SANDBOX', Client>
let merchants: { id: string; mode: string }[]

beforeAll(async () => {
  app = await startApp()
  clients = { PRODUCTION: await app.signIn(), SANDBOX: await app.signIn({ mode: 'SANDBOX' }) }
  merchants = [await aMerchant(app.db), await aMerchant(app.db), await aMerchant(app.db, { mode: 'SANDBOX' })]
})
afterAll(() => app.close())

// Few values, near the boundaries of days and months in Lagos, so that edges and equal instants are frequent.
const day = fc.constantFrom('2025-11-30', '2025-12-01', '2025-12-15', '2025-12-31', '2026-01-01', '2026-02-28')
const instant = fc
  .tuple(day, fc.constantFrom(-1, 0, 1, 43_200_000))
  .map(([date, ms]) => new Date(dayStart(date).getTime() + ms).toISOString())
const made = fc.record({
  merchant: fc.nat({ max: 2 }),
  created_at: instant,
  category: fc.constantFrom('REFUND', 'REFUND', 'REFUND', 'BANK_TRANSFER'),
  status: fc.constantFrom(...refundStatuses),
})
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const anyQuery = fc.record({
  mode: fc.constantFrom(...(['PRODUCTION', 'PRODUCTION', 'PRODUCTION', 'SANDBOX'] as const)),
  merchant: rarely(fc.nat({ max: 2 })),
  // The same status may be named twice.
  status: fc.option(fc.array(fc.constantFrom(...refundStatuses), { minLength: 1, maxLength: 5 }), {
    nil: undefined,
    freq: 4,
  }),
  startDate: rarely(day),
  endDate: rarely(day),
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.constantFrom(1, 2, 3, 7, 1000),
})
type Query = typeof anyQuery extends fc.Arbitrary<infer Q> ? Q : never
const step = fc.record({
  rows: fc.array(made, { minLength: 5, maxLength: 25, size: 'max' }),
  fold: fc.boolean(),
  succeeding: fc.array(fc.nat(), { maxLength: 3 }),
  queries: fc.array(anyQuery, { minLength: 8, maxLength: 12, size: 'max' }),
})

it(
  'REFUND-02 FILTER-40 returns the exact total and rows for any number of statuses, folded or not',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3, size: 'max' }), async (steps) => {
        await sql`truncate transaction, refund, reference_key, count_day, count_month, count_delta`.execute(app.db)
        const stored: Row[] = []
        for (const { rows, fold, succeeding, queries } of steps) {
          for (const { merchant, status, ...fields } of rows) {
            stored.push(await aRefund(merchantAt(merchant), { ...fields, status: transactionStatus(status) }))
          }
          if (fold) await foldDeltas(app.db)
          for (const index of succeeding) await succeed(stored, index)
          for (const query of queries) expect(await readPage(query)).toEqual(expectedPage(stored, query))
        }
      }),
      propertyRuns('refund pages', { sample: 8, full: 300 }),
    )
  },
  propertyTimeoutMs,
)

function merchantAt(index: number): { id: string; mode: string } {
  const merchant = merchants[index]
  if (!merchant) throw new Error('There is no such merchant')
  return merchant
}

/** Inserts a payment and the refund that it pays, which the list shows. */
async function aRefund(merchant: { id: string; mode: string }, fields: Parameters<typeof aTransaction>[2]) {
  const payment = await aTransaction(app.db, merchant, fields)
  await app.db
    .insertInto('refund')
    .values({
      id: idAt(payment.created_at),
      mode: payment.mode,
      merchant_id: payment.merchant_id,
      created_at: payment.created_at,
      amount_kobo: payment.amount_kobo,
      reason: 'Wrong size',
      refund_transaction_id: payment.id,
      transaction_id: payment.id,
    })
    .execute()
  return payment
}

async function succeed(rows: readonly Row[], index: number): Promise<void> {
  const pending = rows.filter(({ status }) => status === 'PENDING')
  const chosen = pending[index % pending.length]
  if (!chosen) return
  await app.db.transaction().execute((db) => transitionTransaction(db, chosen, 'SUCCESS'))
  chosen.status = 'SUCCESS'
}

interface Page {
  total: number
  rows: string[]
}

async function readPage({ mode, merchant, status, ...query }: Query): Promise<Page> {
  const merchantId = merchant === undefined ? undefined : merchantAt(merchant).id
  const rest = Object.entries({ ...query, merchantId, status: status?.join(',') })
  const rawQuery = rest.flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`)).join('&')
  const { data } = await clients[mode].call(contract.refunds.list, {}, { rawQuery })
  return { total: data.totalRecords, rows: data.refunds.map(({ refundTransactionId: id }) => id) }
}

/** Computes the same page from all rows. */
function expectedPage(rows: readonly Row[], { mode, merchant, status, startDate, endDate, page, size }: Query): Page {
  const statuses: string[] | undefined = status?.map(transactionStatus)
  const matching = rows
    .filter(
      (payment) =>
        payment.category === 'REFUND' &&
        payment.mode === mode &&
        (merchant === undefined || payment.merchant_id === merchantAt(merchant).id) &&
        (statuses === undefined || statuses.includes(payment.status)) &&
        (startDate === undefined || payment.created_at >= dayStart(startDate).toISOString()) &&
        (endDate === undefined || payment.created_at < dayEnd(endDate).toISOString()),
    )
    .toSorted((a, b) => descending(a.created_at, b.created_at) || descending(a.id, b.id))
  return { total: matching.length, rows: matching.slice((page - 1) * size, page * size).map(({ id }) => id) }
}

function descending(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}
