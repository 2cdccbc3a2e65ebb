import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { setShopStatus } from '../../engine/stores/active-status.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { aShopFloor, payAtTerminal, type ShopFloor, transferOfStore } from '../../testing/stores.ts'

const { list, info } = contract.shops

let app: TestApp
let ada: Client
let ikeja: ShopFloor
let lekki: ShopFloor
let sandbox: ShopFloor
const on = (day: number) => new Date(Date.UTC(2026, 10, day, 9))

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  const { db, services } = app
  const merchant = await aFundedMerchant(db, 50_000_000n)
  const other = await aFundedMerchant(db, 50_000_000n)
  const test = await aFundedMerchant(db, 50_000_000n, 'SANDBOX')
  ikeja = await aShopFloor(db, merchant, { shop: 'Kernel & Sons', branch: 'Ikeja, Lagos', at: on(2) })
  lekki = await aShopFloor(db, other, { shop: 'Palm Oil Depot', branch: 'Lekki, Lagos', at: on(3) })
  sandbox = await aShopFloor(db, test, { shop: 'Kernel Test', branch: 'Ikeja', at: on(3) })
  await transferOfStore(db, ikeja, { from: 'MERCHANT', amountKobo: 500_000n })
  await payAtTerminal(db, services.jobs, ikeja, { amountKobo: 100_000n })
  const change = { mode: lekki.mode, merchantId: lekki.merchantId, status: 'INACTIVE', at: on(4) } as const
  await transact(db, (t) => setShopStatus(t, lekki.shopId, change))
})
afterAll(() => app.close())

async function names(query: Request<typeof list>) {
  const { data } = await ada.call(list, query)
  return { total: data.totalRecords, names: data.shops.map(({ name }) => name) }
}

describe('shops', () => {
  it('SHOP-01 lists shops of one mode, newest first', async () => {
    expect(await names({})).toEqual({ total: 2, names: ['Palm Oil Depot', 'Kernel & Sons'] })
    expect(await names({ page: 2, size: 1 })).toEqual({ total: 2, names: ['Kernel & Sons'] })
    expect(await names({ merchantId: ikeja.merchantId })).toEqual({ total: 1, names: ['Kernel & Sons'] })
    const { data } = await ada.call(list, { merchantId: ikeja.merchantId })
    expect(data.shops).toMatchObject([
      { branch: 'Ikeja, Lagos', stores: 1, terminals: 1, status: 'ACTIVE', merchant: { id: ikeja.merchantId } },
    ])
  })

  it('SHOP-02 FILTER-54 filters shops by name or branch and by status', async () => {
    expect(await names({ name: 'kernel' })).toEqual({ total: 1, names: ['Kernel & Sons'] })
    expect(await names({ name: 'lekki' })).toEqual({ total: 1, names: ['Palm Oil Depot'] })
    expect(await names({ status: 'INACTIVE' })).toEqual({ total: 1, names: ['Palm Oil Depot'] })
    expect(await names({ status: 'ACTIVE', name: 'lagos' })).toEqual({ total: 1, names: ['Kernel & Sons'] })
    expect((await ada.call(list, {}, { rawQuery: 'status=CLOSED' })).status).toBe(400)
  })

  it('SHOP-03 returns a shop with the total balance of its stores and terminals, and 404 for the other mode', async () => {
    const { data } = await ada.call(info, { shopId: ikeja.shopId })
    expect(data.shop).toMatchObject({ name: 'Kernel & Sons', branch: 'Ikeja, Lagos', balance: 5994.62, terminals: 1 })
    expect((await ada.call(info, { shopId: sandbox.shopId })).status).toBe(404)
    expect((await ada.call(info, { shopId: 'nothing' })).status).toBe(404)
  })
})
