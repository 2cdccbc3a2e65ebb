import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { foldAll } from '../../ledger/fold.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { bill } from '../../testing/bill-bookkeeping.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, info } = contract.billPayments

let app: TestApp
let ada: Client
let merchantId: string
const created: Record<string, string> = {}

async function accountOf(mode: 'PRODUCTION' | 'SANDBOX') {
  const merchant = await aFundedMerchant(app.db, 1_000_000n, mode)
  const { id } = await ownAccount(app.db, merchant.id)
  return { id, mode, merchantId: merchant.id, walletId: null, kind: 'MERCHANT' }
}

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  const [shop, other, test] = [await accountOf('PRODUCTION'), await accountOf('PRODUCTION'), await accountOf('SANDBOX')]
  merchantId = shop.merchantId
  const createBill = (
    name: string,
    ...[account, status, more]: [typeof shop, 'PENDING' | 'SUCCESS' | 'FAILED', object]
  ) =>
    transact(app.db, async (t) => {
      created[name] = await bill(t, account, status, more)
    })
  await createBill('airtime', shop, 'SUCCESS', { at: '2026-11-10T23:30:00.000Z', reference: 'KBO-AIRTIME-1' })
  const tv = { biller: 'DSTV', category: 'CABLE_TV', customer: '7025551234', reference: 'KBO-TV-1' }
  await createBill('tv', shop, 'FAILED', { ...tv, at: '2026-11-12T09:00:00.000Z' })
  await createBill('power', other, 'PENDING', {
    at: '2026-11-13T09:00:00.000Z',
    biller: 'IKEDC',
    category: 'ELECTRICITY',
    customer: '54150012345',
  })
  await createBill('sandbox', test, 'SUCCESS', { at: '2026-11-14T09:00:00.000Z' })
})

afterAll(() => app.close())

async function names(query: Request<typeof list>, rawQuery?: string) {
  const { data } = await ada.call(list, query, rawQuery === undefined ? {} : { rawQuery })
  const nameOf = new Map(Object.entries(created).map(([name, id]) => [id, name]))
  return { total: data.totalRecords, names: data.billPayments.map(({ id }) => nameOf.get(id) ?? id) }
}

describe('bill payments', () => {
  it.each(['unfolded', 'folded'])(
    'JUJU-03 lists bill payments of one mode, newest first, with counts %s',
    async (counts) => {
      if (counts === 'folded') await foldAll(app.db)
      expect(await names({})).toEqual({ total: 3, names: ['power', 'tv', 'airtime'] })
      expect(await names({ page: 2, size: 2 })).toEqual({ total: 3, names: ['airtime'] })
      expect(await names({ merchantId })).toEqual({ total: 2, names: ['tv', 'airtime'] })
      expect(await names({ merchantId: 'nobody' })).toEqual({ total: 0, names: [] })
      expect(await names({ status: 'PENDING' })).toEqual({ total: 1, names: ['power'] })
      expect(await names({ status: 'SUCCESS' })).toEqual({ total: 1, names: ['airtime'] })
      expect(await names({ status: 'FAILED', category: 'CABLE_TV' })).toEqual({ total: 1, names: ['tv'] })
      expect(await names({ status: 'FAILED', category: 'AIRTIME' })).toEqual({ total: 0, names: [] })
      expect(await names({ startDate: '2026-11-11', endDate: '2026-11-12' })).toEqual({
        total: 2,
        names: ['tv', 'airtime'],
      })
      expect(await names({ startDate: '2026-11-12', endDate: '2026-11-11' })).toEqual({ total: 0, names: [] })
    },
  )

  it('FILTER-50 filters bill payments by five categories and rejects unknown values', async () => {
    for (const [category, total] of [
      ['AIRTIME', 1],
      ['DATA', 0],
      ['CABLE_TV', 1],
      ['ELECTRICITY', 1],
      ['INTERNET', 0],
    ] as const) {
      expect((await names({ category })).total, category).toBe(total)
    }
    expect((await names({}, 'category=cable-tv')).names).toEqual(['tv'])
    for (const rawQuery of ['category=WATER', 'status=lost', 'startDate=yesterday']) {
      expect((await ada.call(list, {}, { rawQuery })).status).toBe(400)
    }
  })

  it('JUJU-03 finds bill payments by reference or customer, in full or by prefix', async () => {
    expect(await names({ search: 'kbo-tv' })).toEqual({ total: 1, names: ['tv'] })
    expect(await names({ search: '7025551234' })).toEqual({ total: 1, names: ['tv'] })
    expect(await names({ search: '5415', status: 'PENDING' })).toEqual({ total: 1, names: ['power'] })
    for (const search of ['%', '1234', 'TV-1']) expect((await names({ search })).total, search).toBe(0)
  })

  it("JUJU-03 returns the biller's commission, and 404 for a bill payment of the other mode", async () => {
    expect((await ada.call(info, { billPaymentId: created['airtime'] ?? '' })).data.billPayment).toMatchObject({
      transactionId: created['airtime'],
      reference: 'KBO-AIRTIME-1',
      status: 'SUCCESS',
      category: 'AIRTIME',
      biller: 'MTN',
      customer: '08035550142',
      amount: 1000,
      commission: 25,
      commissionVat: 1.74,
      merchant: { id: merchantId },
      alert: null,
    })
    for (const billPaymentId of [created['sandbox'] ?? '', uuidv7(), 'none']) {
      expect((await ada.call(info, { billPaymentId })).status).toBe(404)
    }
  })
})
