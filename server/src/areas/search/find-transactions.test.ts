import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import { transactionOrders } from '@kobo/contract/search'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysBetween } from '../../db/days.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { findTransactions } from './find-transactions.ts'
import type { SearchTerms } from './access-paths.ts'

type Row = Awaited<ReturnType<typeof aTransaction>>

let app: TestApp
let holders: Parameters<typeof aTransaction>[1][]
let stored: Row[]

// Few values, so that equal instants and amounts are frequent and each filter matches some rows.
const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-09']
const statuses = ['SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'DECLINED', 'PENDING']
const categories = ['BANK_TRANSFER', 'BANK_TRANSFER', 'REFUND']
const names = ['ADA OBI', 'BELLO OBI', 'CHIDI OBIOMA', 'DAYO BELLO', 'EMEKA EZE']
const amounts = [100n, 5_000n, 5_000n, 70_000n]
const rowsOfWorld = 240

beforeAll(async () => {
  app = await startApp()
  const [one, two] = [await aMerchant(app.db), await aMerchant(app.db)]
  const wallets = [await aWallet(app.db, one), await aWallet(app.db, two)]
  const tested = await aMerchant(app.db, { mode: 'SANDBOX' })
  holders = [one, one, one, two, ...wallets, tested]
  stored = []
  const some = fc.record({
    holder: fc.constantFrom(...holders),
    at: fc.tuple(fc.constantFrom(...days), fc.nat({ max: 9 })),
    type: fc.constantFrom('DEBIT', 'CREDIT'),
    category: fc.constantFrom(...categories),
    status: fc.constantFrom(...statuses),
    amount_kobo: fc.constantFrom(...amounts),
    // One counterparty has most transactions, and many have few.
    person: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: 80 }) }),
  })
  for (const [index, { holder, at, person, ...fields }] of fc
    .sample(some, { numRuns: rowsOfWorld, seed: 7 })
    .entries()) {
    const [day, minutes] = at
    // Some counterparties appear under another name at times.
    const end = {
      name: names[(person + Number(index % 5 === 0)) % names.length] ?? null,
      number: person % 7 === 6 ? null : `01000${10_000 + person}`,
    }
    const isOut = fields.type === 'DEBIT'
    stored.push(
      await aTransaction(app.db, holder, {
        ...fields,
        created_at: new Date(dayStart(day).getTime() + minutes * 60_000).toISOString(),
        reference: `${index % 3 === 0 ? 'KBO' : 'REF'}-${String(index).padStart(4, '0')}`,
        // Of any scope: a settlement of a sub-account is its merchant's transaction too.
        ...(index % 10 === 0 && !('merchant_id' in holder) && { scope: 'SUBACCOUNT' }),
        ...(isOut
          ? { beneficiary_name: end.name, beneficiary_number: end.number }
          : { originator_name: end.name, originator_number: end.number }),
      }),
    )
  }
})

afterAll(() => app.close())

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const kobo = rarely(fc.constantFrom(...amounts, 4_000n))
const searches = fc.record({
  mode: fc.constantFrom(...(['PRODUCTION', 'PRODUCTION', 'PRODUCTION', 'SANDBOX'] as const)),
  order: fc.constantFrom(...transactionOrders),
  from: rarely(fc.constantFrom(...days)),
  to: rarely(fc.constantFrom(...days)),
  merchant: rarely(fc.nat({ max: 6 })),
  wallet: rarely(fc.constantFrom(4, 5)),
  status: rarely(fc.uniqueArray(fc.constantFrom(...new Set(statuses), 'QUEUED'), { minLength: 1, maxLength: 3 })),
  type: rarely(fc.constantFrom('DEBIT', 'CREDIT')),
  category: rarely(fc.constantFrom(...categories)),
  minKobo: kobo,
  maxKobo: kobo,
  accountNumber: rarely(fc.constantFrom('0100010000', '0100010003', '0100010999')),
  accountName: fc.option(fc.constantFrom('obi', 'ADA', 'bello', 'da', 'eze', 'nobody'), { nil: undefined }),
  reference: rarely(fc.constantFrom('KBO', 'REF-01', 'REF-0100')),
  most: fc.constantFrom(3, 8, 40, 1000),
  few: fc.constantFrom(0, 20, 1000),
  offset: fc.constantFrom(0, 2, 30),
})

it(
  'FIND-09 FIND-11 returns the same rows by every access path for any filters, order and page',
  async () => {
    await fc.assert(
      fc.asyncProperty(searches, async ({ from, to, merchant, wallet, most, offset, few, ...fields }) => {
        const filters: SearchTerms = {
          days: daysBetween(from, to),
          merchantIds: merchant === undefined ? undefined : [merchantOf(merchant)],
          walletIds: wallet === undefined ? undefined : [holders[wallet]?.id ?? ''],
          ...fields,
        }
        const expected = stored.filter((row) => isMatching(row, filters)).toSorted(inOrder[filters.order])
        const found = await findTransactions(app.db, filters, { offset, size: 10, most }, few)
        expect({ total: found.total, isMore: found.isMore, ids: found.rows.map(({ id }) => id) }).toEqual({
          total: Math.min(expected.length, most),
          isMore: expected.length > most,
          ids: expected
            .slice(0, most)
            .slice(offset, offset + 10)
            .map(({ id }) => id),
        })
      }),
      propertyRuns('Transactions that are found', { sample: 300, full: 8000 }),
    )
  },
  propertyTimeoutMs,
)

it('FIND-09 returns transactions of two statuses in every order', async () => {
  for (const order of transactionOrders) {
    const filters: SearchTerms = { mode: 'PRODUCTION', order, days: daysBetween(), status: ['FAILED', 'DECLINED'] }
    const { rows } = await findTransactions(app.db, filters, { offset: 0, size: 1000, most: 1000 }, 0)
    const expected = stored.filter((row) => isMatching(row, filters)).toSorted(inOrder[order])
    expect(new Set(expected.map(({ status }) => status))).toEqual(new Set(filters.status))
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  }
})

function merchantOf(index: number): string {
  const holder = holders[index]
  return (holder && ('merchant_id' in holder ? holder.merchant_id : holder.id)) ?? ''
}

const compare = <T extends bigint | string>(a: T, b: T) => (a < b ? -1 : Number(a > b))
const inTime = (a: Row, b: Row) => compare(a.created_at, b.created_at) || compare(a.id, b.id)
const inOrder: Record<SearchTerms['order'], (a: Row, b: Row) => number> = {
  newest: (a, b) => inTime(b, a),
  oldest: inTime,
  largest: (a, b) => compare(b.amount_kobo, a.amount_kobo) || inTime(a, b),
  smallest: (a, b) => compare(a.amount_kobo, b.amount_kobo) || inTime(b, a),
}

/** Evaluates the filters without an index. */
function isMatching(row: Row, filters: SearchTerms): boolean {
  const end = (field: 'name' | 'number') =>
    row[`${row.type === 'DEBIT' ? 'beneficiary' : 'originator'}_${field}` as const]
  const name = ` ${end('name')}`.toLowerCase()
  const namePart = filters.accountName?.toLowerCase()
  return (
    row.mode === filters.mode &&
    row.created_at >= dayStart(filters.days.from).toISOString() &&
    row.created_at < dayEnd(filters.days.to).toISOString() &&
    (filters.merchantIds?.includes(row.merchant_id) ?? true) &&
    (filters.walletIds?.includes(row.wallet_id ?? '') ?? true) &&
    (filters.status?.includes(row.status) ?? true) &&
    [undefined, row.type].includes(filters.type) &&
    [undefined, row.category].includes(filters.category) &&
    row.amount_kobo >= (filters.minKobo ?? 0n) &&
    row.amount_kobo <= (filters.maxKobo ?? row.amount_kobo) &&
    [undefined, end('number') ?? end('name')].includes(filters.accountNumber) &&
    (namePart === undefined || name.includes(namePart.length < 3 ? ` ${namePart}` : namePart)) &&
    row.reference.startsWith(filters.reference ?? '')
  )
}
