import { contract } from '@kobo/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { foldAll } from '../../ledger/fold.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import { type Client, startApp } from '../../testing/app.ts'
import { someAccounts } from '../../testing/customer-accounts.ts'
import { aTransaction } from '../../testing/factories.ts'

const { analytics, series } = contract.transactions

const app = await startApp()
const { db } = app
const ada: Client = await app.signIn()
const tester = await app.signIn({ mode: 'SANDBOX' })
// Past midnight in Lagos, still the day before in UTC.
const today = '2026-11-21'
app.clock.advance(Date.parse('2026-11-20T23:30:00Z') - Date.now())

// Each test counts all rows, so those of the previous test are removed.
await app.database.pool.query(`
  drop trigger hold_not_truncated on hold;
  drop trigger settlement_item_not_truncated on settlement_item;
  drop trigger profit_append_only on profit;
  grant truncate on profit to current_user`)

let danfo: { id: string; mode: string }
let chidi: { id: string; mode: string; merchant_id: string }
let other: { id: string; mode: string }

afterAll(() => app.close())

beforeEach(async () => {
  await sql`truncate merchant, count_day, count_month, count_delta cascade`.execute(db)
  const [own, wallet] = await someAccounts(db, 'PRODUCTION')
  const [others] = await someAccounts(db, 'PRODUCTION')
  const [sandbox] = await someAccounts(db, 'SANDBOX')
  danfo = { id: own.merchantId, mode: 'PRODUCTION' }
  chidi = { id: wallet.walletId ?? '', mode: 'PRODUCTION', merchant_id: own.merchantId }
  other = { id: others.merchantId, mode: 'PRODUCTION' }
  await book(own.id, 500_050n)
  await book(wallet.id, 70_000n)
  await book(others.id, 1_000_000n)
  await book(sandbox.id, 9_999_999n)
  const at = (day: string) => ({ created_at: `${day}T12:00:00.000Z` })
  await aTransaction(db, danfo, { ...at('2026-11-20'), amount_kobo: 100_025n })
  await aTransaction(db, danfo, {
    ...at('2026-11-20'),
    amount_kobo: 200_000n,
    type: 'CREDIT',
    category: 'BANK_FUNDING',
  })
  await aTransaction(db, danfo, { created_at: '2026-11-20T23:00:00.000Z', amount_kobo: 300_000n })
  await aTransaction(db, danfo, { ...at('2026-11-19'), amount_kobo: 400_000n, status: 'FAILED' })
  await aTransaction(db, danfo, { ...at('2026-08-01'), amount_kobo: 5000n })
  await aTransaction(db, chidi, { ...at('2026-11-19'), amount_kobo: 60_000n })
  await aTransaction(db, chidi, { ...at('2026-11-19'), amount_kobo: 7_000_000n, status: 'QUEUED' })
  await aTransaction(db, other, { ...at('2026-11-19'), amount_kobo: 800_000n })
  await aTransaction(db, { id: sandbox.merchantId, mode: 'SANDBOX' }, { ...at('2026-11-19'), amount_kobo: 9_000_000n })
})

async function book(accountId: string, kobo: bigint): Promise<void> {
  await db
    .updateTable('account')
    .set({ booked_kobo: kobo, available_kobo: kobo - 50n })
    .where('id', '=', accountId)
    .execute()
}

it('API-76 C-31 sums the booked balance and the value and volume of successful transactions of a merchant', async () => {
  const figures = {
    totalBalance: 5000.5,
    totalTransactionValue: 6050.25,
    totalTransactionVolume: 4,
    totalWallets: 1,
    totalWalletBalance: 700,
    totalWalletTransactionValue: 600,
    totalWalletTransactionVolume: 1,
  }
  expect((await ada.call(analytics, { merchantId: danfo.id })).data).toEqual(figures)
  await foldAll(db)
  expect((await ada.call(analytics, { merchantId: danfo.id })).data).toEqual(figures)
})

it('API-76 C-31 sums all transactions of the mode', async () => {
  const figures = {
    totalBalance: 15_000.5,
    totalTransactionValue: 14_050.25,
    totalTransactionVolume: 5,
    totalWallets: 2,
    totalWalletBalance: 700,
    totalWalletTransactionValue: 600,
    totalWalletTransactionVolume: 1,
  }
  expect((await ada.call(analytics, {})).data).toEqual(figures)
  await foldAll(db)
  expect((await ada.call(analytics, {})).data).toEqual(figures)
  expect((await tester.call(analytics, {})).data).toMatchObject({ totalTransactionValue: 90_000, totalWallets: 1 })
})

it('API-76 sums the transactions of one wallet', async () => {
  const figures = { totalBalance: 700, totalTransactionValue: 600, totalTransactionVolume: 1 }
  expect((await ada.call(analytics, { walletId: chidi.id })).data).toEqual(figures)
  expect((await ada.call(analytics, { walletId: chidi.id, merchantId: danfo.id })).data).toEqual(figures)
})

it('API-76 counts a payout once it succeeds', async () => {
  const pending = await aTransaction(db, danfo, { status: 'PENDING', created_at: '2026-11-20T12:00:00.000Z' })
  await foldAll(db)
  expect((await ada.call(analytics, { merchantId: danfo.id })).data.totalTransactionVolume).toBe(4)
  await db.transaction().execute((transaction) => transitionTransaction(transaction, pending, 'SUCCESS'))
  const { data } = await ada.call(analytics, { merchantId: danfo.id })
  expect(data).toMatchObject({ totalTransactionVolume: 5, totalTransactionValue: 66_050.25 })
})

it('API-76 returns 404 for a merchant or wallet of the other mode and a wallet of another merchant', async () => {
  const requests = [{ merchantId: danfo.id }, { walletId: chidi.id }, { merchantId: 'nobody' }, { walletId: 'nobody' }]
  for (const request of requests) expect((await tester.call(analytics, request)).status).toBe(404)
  expect((await ada.call(analytics, { walletId: chidi.id, merchantId: other.id })).status).toBe(404)
  expect((await tester.call(series, { merchantId: danfo.id })).status).toBe(404)
})

it("returns a merchant's value and volume per day in Lagos, including days without transactions", async () => {
  const { data } = await ada.call(series, { merchantId: danfo.id, scope: 'MERCHANT', days: 4 })
  expect(data.series).toEqual([
    { day: '2026-11-18', value: 0, volume: 0 },
    { day: '2026-11-19', value: 0, volume: 0 },
    { day: '2026-11-20', value: 3000.25, volume: 2 },
    { day: today, value: 3000, volume: 1 },
  ])
})

it('returns daily figures of the mode, of one scope or of both, before and after folding', async () => {
  const both = [
    { day: '2026-11-19', value: 8600, volume: 2 },
    { day: '2026-11-20', value: 3000.25, volume: 2 },
    { day: today, value: 3000, volume: 1 },
  ]
  expect((await ada.call(series, { days: 3 })).data.series).toEqual(both)
  await foldAll(db)
  expect((await ada.call(series, { days: 3 })).data.series).toEqual(both)
  const wallets = await ada.call(series, { days: 3, scope: 'WALLET' })
  expect(wallets.data.series.map(({ value }) => value)).toEqual([600, 0, 0])
  const ofBoth = await ada.call(series, { merchantId: danfo.id, days: 3 })
  expect(ofBoth.data.series.map(({ value }) => value)).toEqual([600, 3000.25, 3000])
})

it('returns 30 days by default and at most 90', async () => {
  const usual = (await ada.call(series, {})).data.series
  expect(usual).toHaveLength(30)
  expect(usual.at(-1)?.day).toBe(today)
  expect((await ada.call(series, { days: 90 })).data.series).toHaveLength(90)
  expect((await ada.call(series, { days: 91 })).status).toBe(400)
})
