import { dayEnd, dayStart } from '@kobo/contract/kit/day'
import { transactionOrders } from '@kobo/contract/search'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysBetween } from '../../db/days.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { findTransactions } from './find-transactions.ts'
import type { Wanted } from './access-paths.ts'

type Row = Awaited<ReturnType<typeof aTransaction>>

let app: TestApp
let holders: Parameters<typeof aTransaction>[1][]
let written: Row[]

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
  written = []
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
  for (const [place, { holder, at, person, ...fields }] of fc
    .sample(some, { numRuns: rowsOfWorld, seed: 7 })
    .entries()) {
    const [day, minutes] = at
    // Some counterparties appear under another name at times.
    const end = {
      name: names[(person + Number(place % 5 === 0)) % names.length] ?? null,
      number: person % 7 === 6 ? null : `01000${10_000 + person}`,
    }
    const isOut = fields.type === 'DEBIT'
    written.push(
      await aTransaction(app.db, holder, {
        ...fields,
        created_at: new Date(dayStart(day).getTime() + minutes * 60_000).toISOString(),
        reference: `${place % 3 === 0 ? 'KBO' : 'REF'}-${String(place).padStart(4, '0')}`,
        ...(isOut
          ? { beneficiary_name: end.name, beneficiary_number: end.number }
          : { originator_name: end.name, originator_number: end.number }),
      }),
    )
  }
})

afterAll(() => app.close())

const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const kobo = seldom(fc.constantFrom(...amounts, 4_000n))
const question = fc.record({
  mode: fc.constantFrom(...(['PRODUCTION', 'PRODUCTION', 'PRODUCTION', 'SANDBOX'] as const)),
  order: fc.constantFrom(...transactionOrders),
  from: seldom(fc.constantFrom(...days)),
  to: seldom(fc.constantFrom(...days)),
  merchant: seldom(fc.nat({ max: 6 })),
  wallet: seldom(fc.constantFrom(4, 5)),
  status: seldom(fc.constantFrom(...statuses)),
  type: seldom(fc.constantFrom('DEBIT', 'CREDIT')),
  category: seldom(fc.constantFrom(...categories)),
  minKobo: kobo,
  maxKobo: kobo,
  accountNumber: seldom(fc.constantFrom('0100010000', '0100010003', '0100010999')),
  accountName: fc.option(fc.constantFrom('obi', 'ADA', 'bello', 'da', 'eze', 'nobody'), { nil: undefined }),
  reference: seldom(fc.constantFrom('KBO', 'REF-01', 'REF-0100')),
  most: fc.constantFrom(3, 8, 40, 1000),
  few: fc.constantFrom(0, 20, 1000),
  offset: fc.constantFrom(0, 2, 30),
})

it(
  'FIND-09 FIND-11 returns the same rows by every access path for any filters, order and page',
  async () => {
    await fc.assert(
      fc.asyncProperty(question, async ({ from, to, merchant, wallet, most, offset, few, ...filters }) => {
        const wanted: Wanted = {
          days: daysBetween(from, to),
          merchantIds: merchant === undefined ? undefined : [merchantOf(merchant)],
          walletIds: wallet === undefined ? undefined : [holders[wallet]?.id ?? ''],
          ...filters,
        }
        const expected = written.filter((row) => isWanted(row, wanted)).toSorted(inOrder[wanted.order])
        const found = await findTransactions(app.db, wanted, { offset, size: 10, most }, few)
        expect({ total: found.total, isMore: found.isMore, ids: found.rows.map(({ id }) => id) }).toEqual({
          total: Math.min(expected.length, most),
          isMore: expected.length > most,
          ids: expected
            .slice(0, most)
            .slice(offset, offset + 10)
            .map(({ id }) => id),
        })
      }),
      propertyRuns('Transactions that are found', 800),
    )
  },
  propertyTimeoutMs,
)

function merchantOf(place: number): string {
  const holder = holders[place]
  return (holder && ('merchant_id' in holder ? holder.merchant_id : holder.id)) ?? ''
}

const compare = <T extends bigint | string>(one: T, other: T) => (one < other ? -1 : Number(one > other))
const inTime = (one: Row, other: Row) => compare(one.created_at, other.created_at) || compare(one.id, other.id)
const inOrder: Record<Wanted['order'], (one: Row, other: Row) => number> = {
  newest: (one, other) => inTime(other, one),
  oldest: inTime,
  largest: (one, other) => compare(other.amount_kobo, one.amount_kobo) || inTime(one, other),
  smallest: (one, other) => compare(one.amount_kobo, other.amount_kobo) || inTime(other, one),
}

/** Evaluates the filters without an index. */
function isWanted(row: Row, wanted: Wanted): boolean {
  const end = (which: 'name' | 'number') =>
    row[`${row.type === 'DEBIT' ? 'beneficiary' : 'originator'}_${which}` as const]
  const name = ` ${end('name')}`.toLowerCase()
  const looked = wanted.accountName?.toLowerCase()
  return (
    row.mode === wanted.mode &&
    row.created_at >= dayStart(wanted.days.from).toISOString() &&
    row.created_at < dayEnd(wanted.days.to).toISOString() &&
    (wanted.merchantIds?.includes(row.merchant_id) ?? true) &&
    (wanted.walletIds?.includes(row.wallet_id ?? '') ?? true) &&
    [undefined, row.status].includes(wanted.status) &&
    [undefined, row.type].includes(wanted.type) &&
    [undefined, row.category].includes(wanted.category) &&
    row.amount_kobo >= (wanted.minKobo ?? 0n) &&
    row.amount_kobo <= (wanted.maxKobo ?? row.amount_kobo) &&
    [undefined, end('number') ?? end('name')].includes(wanted.accountNumber) &&
    (looked === undefined || name.includes(looked.length < 3 ? ` ${looked}` : looked)) &&
    row.reference.startsWith(wanted.reference ?? '')
  )
}
