import { contract } from '@kobo/contract'
import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import { transactionCategories, transactionStatuses, transactionTypes } from '@kobo/contract/transaction-records'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldDeltas } from '../../ledger/fold.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'

type Row = Awaited<ReturnType<typeof aTransaction>>

let app: TestApp
let clients: Record<'PRODUCTION' | 'SANDBOX', Client>
let holders: Parameters<typeof aTransaction>[1][]

beforeAll(async () => {
  app = await startApp()
  clients = { PRODUCTION: await app.signIn(), SANDBOX: await app.signIn({ mode: 'SANDBOX' }) }
  const [transaction, two] = [await aMerchant(app.db), await aMerchant(app.db)]
  const other = await aMerchant(app.db, { mode: 'SANDBOX' })
  const wallets = [await aWallet(app.db, transaction), await aWallet(app.db, transaction), await aWallet(app.db, other)]
  holders = [transaction, two, other, ...wallets]
})

afterAll(() => app.close())

// Few values, near the boundaries of days and months in Lagos, so that edges and equal instants are frequent.
const day = fc.constantFrom('2025-11-30', '2025-12-01', '2025-12-15', '2025-12-31', '2026-01-01', '2026-02-28')
const instant = fc
  .tuple(day, fc.constantFrom(-1, 0, 1, 43_200_000))
  .map(([date, ms]) => new Date(dayStart(date).getTime() + ms).toISOString())
const beginnings = ['KBO-A', 'KBO-AB', 'KBO_A', 'KB%']
const row = fc.record({
  holder: fc.nat({ max: 5 }),
  created_at: instant,
  type: fc.constantFrom(...transactionTypes),
  category: fc.constantFrom(...transactionCategories),
  status: fc.constantFrom(...transactionStatuses),
  beginning: fc.constantFrom(...beginnings),
})
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const anyQuery = fc.record({
  mode: fc.constantFrom(...(['PRODUCTION', 'PRODUCTION', 'PRODUCTION', 'SANDBOX'] as const)),
  list: fc.constantFrom('merchantList' as const, 'walletList' as const),
  holder: fc.nat({ max: 5 }),
  by: fc.constantFrom('nothing', 'merchant', 'merchant', 'wallet', 'both'),
  type: rarely(fc.constantFrom(...transactionTypes)),
  category: rarely(fc.constantFrom(...transactionCategories)),
  reference: rarely(fc.constantFrom('kbo', ...beginnings)),
  startDate: rarely(day),
  endDate: fc.option(day, { nil: undefined, freq: 2 }),
  page: fc.integer({ min: 1, max: 5 }),
  size: fc.constantFrom(1, 2, 3, 7, 1000),
})
type Query = typeof anyQuery extends fc.Arbitrary<infer Q> ? Q : never
const step = fc.record({
  rows: fc.array(row, { minLength: 5, maxLength: 25, size: 'max' }),
  fold: fc.boolean(),
  succeeding: fc.array(fc.nat(), { maxLength: 3 }),
  queries: fc.array(anyQuery, { minLength: 8, maxLength: 12, size: 'max' }),
})

it(
  'API-75 API-87 MTX-06 MWTX-06 returns the exact total and rows for every filter, page and size, folded or not',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3, size: 'max' }), async (steps) => {
        await sql`truncate transaction, reference_key, count_day, count_month, count_delta`.execute(app.db)
        const stored: Row[] = []
        for (const { rows, fold, succeeding, queries } of steps) {
          for (const { holder, beginning, ...fields } of rows) {
            const reference = `${beginning}-${stored.length}`
            stored.push(await aTransaction(app.db, holderAt(holder), { ...fields, reference }))
          }
          if (fold) await foldDeltas(app.db)
          for (const index of succeeding) await succeed(stored, index)
          for (const query of queries) expect(await readPage(query)).toEqual(expectedPage(stored, query))
        }
      }),
      propertyRuns('transaction pages', { sample: 12, full: 300 }),
    )
  },
  propertyTimeoutMs,
)

function holderAt(index: number): (typeof holders)[number] {
  const holder = holders[index]
  if (!holder) throw new Error('There is no such holder')
  return holder
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

async function readPage(query: Query): Promise<Page> {
  const { mode, list, page, size, type, category, reference, startDate, endDate } = query
  const request = { page, size, ...idsOf(query), category, reference, startDate, endDate }
  const { data } =
    list === 'merchantList'
      ? await clients[mode].call(contract.transactions.merchantList, { ...request, type })
      : await clients[mode].call(contract.transactions.walletList, request)
  return { total: data.totalRecords, rows: data.transactions.map(({ id, status }) => `${id} ${status}`) }
}

/** Computes the same page from all rows. */
function expectedPage(rows: readonly Row[], query: Query): Page {
  const { mode, list, page, size, type, category, reference, startDate, endDate } = query
  const { merchantId, walletId } = idsOf(query)
  const matching = rows
    .filter(
      (transaction) =>
        transaction.mode === mode &&
        transaction.scope === (list === 'merchantList' ? 'MERCHANT' : 'WALLET') &&
        (merchantId === undefined || transaction.merchant_id === merchantId) &&
        (walletId === undefined || transaction.wallet_id === walletId) &&
        (list === 'walletList' || type === undefined || transaction.type === type) &&
        (category === undefined || transaction.category === category) &&
        (reference === undefined || transaction.reference.startsWith(reference.toUpperCase())) &&
        (startDate === undefined || transaction.created_at >= dayStart(startDate).toISOString()) &&
        (endDate === undefined || transaction.created_at < dayEnd(endDate).toISOString()),
    )
    .toSorted((a, b) => descending(a.created_at, b.created_at) || descending(a.id, b.id))
  const shown = matching.slice((page - 1) * size, page * size)
  return { total: matching.length, rows: shown.map(({ id, status }) => `${id} ${status}`) }
}

function idsOf({ by, list, holder }: Query) {
  const account = holderAt(holder)
  return {
    merchantId: by === 'merchant' || by === 'both' ? merchantOf(account) : undefined,
    walletId: list === 'walletList' && (by === 'wallet' || by === 'both') ? account.id : undefined,
  }
}

function merchantOf(holder: (typeof holders)[number]): string {
  return 'merchant_id' in holder ? holder.merchant_id : holder.id
}

function descending(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}
