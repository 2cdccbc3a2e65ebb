import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { transact } from '../../db/transact.ts'
import { foldAll } from '../../ledger/fold.ts'
import { balances, hold, type Line, type Posting, post, settleAll } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { collect, line, own, payOut, record } from '../../testing/ledger-fixtures.ts'
import { acquirerPays, paidByCard } from '../../testing/card-payments.ts'
import { type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, sources, ofMerchant, series } = contract.profit

let app: TestApp
let ada: Client
let shop: CustomerAccount
let other: CustomerAccount
let test: CustomerAccount
const days = { card: '2026-03-03', march: '2026-03-04', april: '2026-04-02' }

/** Posts a payout that earned 10 naira and cost 26.88. */
async function aCostlyPayout(account: CustomerAccount, at: Date): Promise<string> {
  return await transact(app.db, async (t) => {
    await collect(t, account)
    const row = await record(t, account, { status: 'SUCCESS', response_code: '00', fee_kobo: 1000n })
    const { id: transactionId, reference } = row
    const { mode, merchantId, id: accountId } = account
    await hold(t, { accountId, merchantId, transactionId, amountKobo: 251_000n, at })
    const posting = { mode, reference, transactionId, merchantId, at }
    const lines = [
      line(account, -251_000n, transactionId),
      own(account, 'FLOAT_NIP', 250_000n),
      own(account, 'FEE_INCOME', 1000n),
    ]
    const cost = [own(account, 'PROVIDER_COST', -2688n), own(account, 'FLOAT_NIP', 2688n)]
    await settleAll(t, [{ ...posting, kind: 'PAYOUT', lines }], [{ ...posting, kind: 'PROVIDER_COST', lines: cost }])
    return transactionId
  })
}

async function postCharge(account: CustomerAccount, amountKobo: bigint, more: Partial<Posting>): Promise<void> {
  const { mode, merchantId } = account
  const lines: Line[] = [line(account, -amountKobo), own(account, 'FEE_INCOME', amountKobo)]
  const at = new Date('2026-04-02T10:00:00Z')
  const posting = {
    mode,
    kind: 'CHARGE' as const,
    reference: `KBO-${uuidv7()}`,
    transactionId: null,
    merchantId,
    at,
    lines,
  }
  await transact(app.db, (t) => post(t, { ...posting, ...more }))
}

let payoutId: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  ;[shop] = await someAccounts(app.db, 'PRODUCTION')
  ;[other] = await someAccounts(app.db, 'PRODUCTION')
  ;[test] = await someAccounts(app.db, 'SANDBOX')
  payoutId = await aCostlyPayout(shop, new Date('2026-04-02T09:00:00Z'))
  await foldAll(app.db)
  await postCharge(shop, 5_000n, { source: 'kyc', reference: 'BVN-ONE' })
  await transact(app.db, async (t) => {
    const at = new Date('2026-03-03T10:00:00Z')
    await acquirerPays(t, [await paidByCard(t, other, at), await paidByCard(t, shop, at)], at)
    await payOut(t, test, 'SUCCESS')
  })
})
afterAll(() => app.close())

/** In kobo, so that sums are exact. */
const kobo = (naira: number) => Math.round(naira * 100)

async function shown(query: Request<typeof list>) {
  const { data } = await ada.call(list, query)
  return data
}

describe('profit', () => {
  it.each(['unfolded', 'folded'])(
    'PROFIT-01 lists profit per payment, newest first, and matches our own accounts, with counts %s',
    async (state) => {
      if (state === 'folded') await foldAll(app.db)
      const data = await shown({})
      // A collection, two card payments and the cost of each, the payout and its cost, and the fee of the BVN look-up.
      expect(data.totalRecords).toBe(7)
      expect(data.records[0]).toMatchObject({
        source: 'kyc',
        reference: 'BVN-ONE',
        transactionId: null,
        transactionAmount: null,
        charge: 50,
        providerCost: 0,
        profit: 50,
        merchant: { id: shop.merchantId, businessName: 'Kola Nut & Kernel Ltd' },
      })
      expect(data.records[1]).toMatchObject({
        source: 'transfers',
        transactionId: payoutId,
        transactionAmount: 2500,
        charge: 10,
        providerCost: 26.88,
        profit: -16.88,
      })
      const sum = data.records.reduce((total, { profit }) => total + kobo(profit), 0)
      const ids = (['FEE_INCOME', 'PROVIDER_COST'] as const).map((kind) => providerAccount('PRODUCTION', kind))
      const [income, cost] = await balances(app.db, ids).then((all) => ids.map((id) => Number(all.get(id)?.bookedKobo)))
      expect(kobo(data.totalProfit)).toBe(sum)
      expect(sum).toBe((income ?? 0) + (cost ?? 0))
      expect([kobo(data.totalCharge ?? 0), -kobo(data.totalProviderCost ?? 0)]).toEqual([income, cost])
      expect(await verifyLedger(app.db)).toMatchObject({ imbalance: [] })
    },
  )

  it('PROFIT-02 returns the charge of a card payment and the provider cost once the acquirer settles it', async () => {
    const { records } = await shown({ startDate: days.card, endDate: days.card, merchantId: other.merchantId })
    expect(records.every(({ source }) => source === 'virtualAccounts')).toBe(true)
    expect(records.map(({ charge, providerCost }) => [charge > 0, providerCost])).toEqual(
      expect.arrayContaining([
        [true, 0],
        [false, 24],
      ]),
    )
    expect(records).toHaveLength(2)
  })

  it('PROFIT-03 FILTER-46 filters profit by merchant and days, with totals of the matches', async () => {
    const april = await shown({ startDate: '2026-04-01', endDate: '2026-04-30' })
    expect(april).toMatchObject({ totalRecords: 2, totalProfit: 33.12, totalCharge: 60, totalProviderCost: 26.88 })
    const allDays = await shown({ merchantId: shop.merchantId, startDate: '2026-03-01', endDate: '2026-04-30' })
    const partialMonths = await shown({ merchantId: shop.merchantId, startDate: '2026-03-02', endDate: '2026-04-29' })
    expect(partialMonths).toEqual(allDays)
    expect(await shown({ merchantId: shop.merchantId, startDate: days.april })).toMatchObject({ totalProfit: 33.12 })
    expect(await shown({ merchantId: 'nobody' })).toMatchObject({ totalRecords: 0, totalProfit: 0, records: [] })
    expect(await shown({ merchantId: test.merchantId })).toMatchObject({ totalRecords: 0, totalProfit: 0 })
    expect(await shown({ startDate: '2026-04-02', endDate: '2026-04-01' })).toMatchObject({ totalRecords: 0 })
    expect(await shown({ page: 2, size: 1, startDate: days.april })).toMatchObject({
      totalRecords: 2,
      totalProfit: 33.12,
      records: [{ transactionId: payoutId }],
    })
    for (const rawQuery of ['startDate=soon', 'endDate=2026-13-01', 'page=x']) {
      expect((await ada.call(list, {}, { rawQuery })).status).toBe(400)
    }
  })

  it('PROFIT-04 sums profit by source', async () => {
    const { data } = await ada.call(sources, { startDate: days.april })
    expect(data.sources).toEqual([
      { id: 'kyc', source: 'kyc', charge: 50, providerCost: 0, profit: 50 },
      { id: 'transfers', source: 'transfers', charge: 10, providerCost: 26.88, profit: -16.88 },
    ])
    const total = (await ada.call(sources, {})).data.sources.reduce((sum, { profit }) => sum + kobo(profit), 0)
    expect(total).toBe(kobo((await shown({})).totalProfit))
    const ofShop = (await ada.call(sources, { merchantId: shop.merchantId })).data.sources
    expect(ofShop.reduce((sum, { profit }) => sum + kobo(profit), 0)).toBe(
      kobo((await shown({ merchantId: shop.merchantId })).totalProfit),
    )
    expect((await ada.call(sources, { startDate: '2026-04-02', endDate: '2026-04-01' })).data.sources).toEqual([])
  })

  it('PROFIT-05 sums profit per day for all merchants and for one', async () => {
    const now = app.clock.now()
    await postCharge(other, 700n, { at: now })
    const allMerchants = (await ada.call(series, { days: 7 })).data.series
    expect(allMerchants).toHaveLength(7)
    expect(allMerchants.at(-1)).toMatchObject({ charge: 7, providerCost: 0, profit: 7 })
    const ofOther = (await ada.call(series, { days: 7, merchantId: other.merchantId })).data.series
    expect(ofOther).toEqual(allMerchants)
    const none = (await ada.call(series, { days: 7, merchantId: shop.merchantId })).data.series
    expect(none.every(({ profit }) => profit === 0)).toBe(true)
    expect((await ada.call(series, { days: 7, merchantId: test.merchantId })).status).toBe(404)
  })

  it.each(['unfolded', 'folded'])(
    'returns what a merchant earned in this week and month as the list with the same days, with counts %s',
    async (state) => {
      const [seller] = await someAccounts(app.db, 'PRODUCTION')
      // A Thursday: the week began on Monday the 31st of August, the month on Tuesday.
      const offsetMs = Date.parse('2026-09-03T08:00:00Z') - app.clock.now().getTime()
      app.clock.advance(offsetMs)
      onTestFinished(() => app.clock.advance(-offsetMs))
      const eve = await app.signIn({ firstName: 'Eve' })
      const [lastSunday, monday, tuesday] = [
        new Date('2026-08-30T22:59:59.999Z'),
        new Date('2026-08-30T23:00:00Z'),
        new Date('2026-08-31T23:00:00Z'),
      ]
      await transact(app.db, (t) => collect(t, seller))
      await postCharge(seller, 907n, { at: lastSunday })
      await postCharge(seller, 101n, { at: monday })
      await postCharge(seller, 29n, { at: tuesday })
      await aCostlyPayout(seller, tuesday)
      if (state === 'folded') await foldAll(app.db)
      const { week, month } = (await eve.call(ofMerchant, { merchantId: seller.merchantId })).data
      expect(week).toMatchObject({ startDate: '2026-08-31', endDate: '2026-09-03' })
      expect(month).toMatchObject({ startDate: '2026-09-01', endDate: '2026-09-03' })
      expect([kobo(week.profit), kobo(month.profit)]).toEqual([101 + 29 - 1688, 29 - 1688])
      expect(month.profit).toBeLessThan(0)
      for (const { startDate, endDate, ...sums } of [week, month]) {
        const listed = (await eve.call(list, { merchantId: seller.merchantId, startDate, endDate })).data
        const { totalCharge: charge, totalProviderCost: providerCost, totalProfit: profit } = listed
        expect(sums).toEqual({ charge, providerCost, profit })
        expect(kobo(profit)).toBe(listed.records.reduce((sum, row) => sum + kobo(row.profit), 0))
      }
    },
  )

  it('returns zero for a merchant that earned nothing, and 404 for one of the other mode', async () => {
    const [idle] = await someAccounts(app.db, 'PRODUCTION')
    const { week, month } = (await ada.call(ofMerchant, { merchantId: idle.merchantId })).data
    expect([week.profit, month.profit]).toEqual([0, 0])
    for (const merchantId of [test.merchantId, uuidv7(), 'abc']) {
      expect((await ada.call(ofMerchant, { merchantId })).status).toBe(404)
    }
  })

  it('PROFIT-01 records profit once for each of many concurrent payments', async () => {
    const before = await shown({ merchantId: shop.merchantId })
    await Promise.all(Array.from({ length: 20 }, () => transact(app.db, (t) => collect(t, shop))))
    const after = await shown({ merchantId: shop.merchantId })
    expect(after.totalRecords).toBe(before.totalRecords + 20)
    expect(kobo(after.totalProfit)).toBe(kobo(before.totalProfit) + 20 * 1000)
    expect(await verifyLedger(app.db)).toMatchObject({ imbalance: [] })
  })
})
