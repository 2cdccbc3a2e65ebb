import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { setTerminalStatus } from '../../engine/stores/active-status.ts'
import { billTerminal, monthsDue } from '../../engine/stores/bill-terminals.ts'
import { openStore } from '../../engine/stores/open-store.ts'
import { openTerminal } from '../../engine/stores/open-terminal.ts'
import { sweepTerminal } from '../../engine/stores/sweep-terminal.ts'
import { submitPayout } from '../../engine/payouts/submit-payout.ts'
import { foldAll } from '../../ledger/fold.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { aShopFloor, payAtTerminal, type ShopFloor, transferOfStore } from '../../testing/stores.ts'

const { transactions, list, terminals } = contract.stores

let app: TestApp
let ada: Client
let ikeja: ShopFloor
let lekki: ShopFloor
let sandbox: ShopFloor
let alone: { id: string; number: string }
const sessionId = newSessionId(new Date(Date.UTC(2026, 10, 12, 9)))
const on = (day: number) => new Date(Date.UTC(2026, 10, day, 9))

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  const { db, services } = app
  const adire = await aFundedMerchant(db, 50_000_000n)
  const bello = await aFundedMerchant(db, 50_000_000n)
  const test = await aFundedMerchant(db, 50_000_000n, 'SANDBOX')
  ikeja = await aShopFloor(db, adire, { store: 'Balogun counter', serialNumber: 'PAX-0001', at: on(2) })
  lekki = await aShopFloor(db, bello, { store: 'Lekki till', serialNumber: 'PAX-0002', at: on(3) })
  sandbox = await aShopFloor(db, test, { store: 'Test till', serialNumber: 'PAX-0001', at: on(3) })
  const { mode, merchantId, terminal } = ikeja
  alone = await transact(db, async (t) => {
    const store = await openStore(t, { mode, merchantId, name: 'Web shop', shopId: null, at: on(4) })
    await openTerminal(t, { mode, merchantId, storeId: store.id, serialNumber: 'VRF-0009', at: on(5) })
    return store
  })
  // One transaction of every category, each on another day.
  await transferOfStore(db, ikeja, { from: 'MERCHANT', amountKobo: 500_000n, at: on(10) })
  await transferOfStore(db, ikeja, { from: 'STORE', amountKobo: 20_000n, at: on(11) })
  await payAtTerminal(db, services.jobs, ikeja, { amountKobo: 100_000n, sessionId, at: on(12) })
  await transact(db, (t) =>
    sweepTerminal(t, { mode, merchantId, terminalId: terminal.id, reference: 'SWEPT', narration: '', at: on(13) }),
  )
  const [due] = await monthsDue(db, [terminal.id], '2026-11-14')
  if (!due) throw new Error('A month is due')
  await transact(db, (t) => billTerminal(t, { ...due, at: on(14) }))
  await transact(db, (t) =>
    submitPayout(t, services.jobs, {
      mode,
      merchantId,
      walletId: null,
      ownAccountId: ikeja.store.id,
      amountKobo: 30_000n,
      beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
      narration: 'Supplier',
      reference: 'SUPPLIER-1',
      at: on(15),
    }),
  )
  await payAtTerminal(db, services.jobs, lekki, { amountKobo: 200_000n, at: on(16) })
  const change = { mode, merchantId: lekki.merchantId, status: 'INACTIVE', at: on(17) } as const
  await transact(db, (t) => setTerminalStatus(t, lekki.terminal.id, change))
  await payAtTerminal(db, services.jobs, lekki, { amountKobo: 300_000n, at: on(18) })
  await payAtTerminal(db, services.jobs, sandbox, { amountKobo: 400_000n, at: on(18) })
})
afterAll(() => app.close())

async function shown(query: Request<typeof transactions>) {
  const { data } = await ada.call(transactions, query)
  const rows = data.transactions.map(({ category, createdAt }) => `${createdAt.slice(8, 10)} ${category}`)
  return { total: data.totalRecords, rows: rows.toSorted().toReversed() }
}

const all = [
  '18 CREDIT_STORE',
  '16 CREDIT_STORE',
  '15 BANK_TRANSFER',
  '14 DEBIT_STORE',
  '13 TRANSFER_FROM_TERMINAL',
  '13 TERMINAL_TO_STORE',
  '12 CREDIT_STORE',
  '11 TRANSFER_FROM_STORE',
  '10 TRANSFER_FROM_MERCHANT',
]

describe('store transactions', () => {
  it.each(['unfolded', 'folded'])(
    'STORE-01 STORE-02 lists store transactions of one mode, with counts %s',
    async (counts) => {
      if (counts === 'folded') await foldAll(app.db)
      expect(await shown({})).toEqual({ total: 9, rows: all })
      expect(await shown({ page: 2, size: 4 })).toMatchObject({ total: 9, rows: { length: 4 } })
      expect(await shown({ page: 9, size: 4 })).toEqual({ total: 9, rows: [] })
      expect(await shown({ merchantId: lekki.merchantId })).toEqual({ total: 2, rows: all.slice(0, 2) })
      expect(await shown({ merchantId: sandbox.merchantId })).toEqual({ total: 0, rows: [] })
      expect(await shown({ category: 'CREDIT_STORE', status: 'SUCCESS' })).toEqual({
        total: 2,
        rows: ['16 CREDIT_STORE', '12 CREDIT_STORE'],
      })
      expect(await shown({ status: 'DECLINED' })).toEqual({ total: 1, rows: ['18 CREDIT_STORE'] })
      expect(await shown({ status: 'QUEUED' })).toEqual({ total: 1, rows: ['15 BANK_TRANSFER'] })
      expect(await shown({ startDate: '2026-11-13', endDate: '2026-11-14' })).toMatchObject({ total: 3 })
      expect(await shown({ merchantId: ikeja.merchantId, startDate: '2026-11-14' })).toMatchObject({ total: 2 })
      expect(await shown({ startDate: '2026-11-15', endDate: '2026-11-14' })).toEqual({ total: 0, rows: [] })
    },
  )

  it.each([
    ['DEBIT_STORE', 1],
    ['TRANSFER_FROM_STORE', 1],
    ['CREDIT_STORE', 3],
    ['TRANSFER_FROM_MERCHANT', 1],
    ['TERMINAL_TO_STORE', 1],
    ['TRANSFER_FROM_TERMINAL', 1],
    ['BANK_TRANSFER', 1],
  ] as const)('FILTER-37 filters store transactions by the category %s', async (category, total) => {
    const { data } = await ada.call(transactions, { category })
    expect(data.totalRecords).toBe(total)
    expect(new Set(data.transactions.map((row) => row.category))).toEqual(new Set([category]))
  })

  it('returns the store and the terminal of each transaction', async () => {
    const rows = (await ada.call(transactions, { merchantId: ikeja.merchantId })).data.transactions
    const ofCategory = (category: string) => rows.find((row) => row.category === category)
    const store = { id: ikeja.store.id, name: 'Balogun counter' }
    const terminal = { id: ikeja.terminal.id, serialNumber: 'PAX-0001' }
    expect(ofCategory('CREDIT_STORE')).toMatchObject({ store, terminal, type: 'CREDIT', amount: 1000, charges: 5.38 })
    expect(ofCategory('CREDIT_STORE')?.reference).toBe(`COL-${sessionId}`)
    expect(ofCategory('TERMINAL_TO_STORE')).toMatchObject({ store, terminal, type: 'CREDIT', reference: 'SWEPT' })
    expect(ofCategory('TRANSFER_FROM_TERMINAL')).toMatchObject({ store, terminal, type: 'DEBIT' })
    expect(ofCategory('DEBIT_STORE')).toMatchObject({ store, terminal, amount: 500, charges: 37.5 })
    expect(ofCategory('BANK_TRANSFER')).toMatchObject({ store, terminal: null, status: 'QUEUED' })
    expect(ofCategory('TRANSFER_FROM_MERCHANT')).toMatchObject({
      store,
      terminal: null,
      merchant: { id: ikeja.merchantId },
    })
  })

  it('STORE-03 filters store transactions by terminal and shop, and returns none of the other mode', async () => {
    expect(await shown({ terminalId: ikeja.terminal.id })).toMatchObject({
      total: 4,
      rows: ['14 DEBIT_STORE', '13 TRANSFER_FROM_TERMINAL', '13 TERMINAL_TO_STORE', '12 CREDIT_STORE'],
    })
    expect(await shown({ terminalId: ikeja.terminal.id, category: 'CREDIT_STORE' })).toMatchObject({ total: 1 })
    expect(await shown({ terminalId: sandbox.terminal.id })).toEqual({ total: 0, rows: [] })
    expect(await shown({ shopId: lekki.shopId })).toMatchObject({ total: 2 })
    expect(await shown({ shopId: sandbox.shopId })).toEqual({ total: 0, rows: [] })
  })

  it('finds store transactions by reference, session ID and store name', async () => {
    expect(await shown({ search: 'swept' })).toMatchObject({ total: 2 })
    expect(await shown({ search: sessionId })).toMatchObject({ total: 1, rows: ['12 CREDIT_STORE'] })
    expect(await shown({ search: 'lekki' })).toMatchObject({ total: 2 })
    expect(await shown({ search: 'test till' })).toMatchObject({ total: 0 })
    expect(await shown({ search: '%' })).toMatchObject({ total: 0 })
  })

  it('returns store, terminal and shop on the transaction page', async () => {
    const { data } = await ada.call(transactions, { category: 'CREDIT_STORE', merchantId: ikeja.merchantId })
    const transactionId = data.transactions[0]?.id ?? ''
    const { data: info } = await ada.call(contract.transactions.info, { transactionId })
    expect(info.transaction).toMatchObject({
      sessionId,
      settledAmount: 994.62,
      store: { id: ikeja.store.id, name: 'Balogun counter' },
      terminal: { id: ikeja.terminal.id, serialNumber: 'PAX-0001' },
      shop: { id: ikeja.shopId, name: 'Kernel & Sons' },
    })
  })

  it('rejects an unknown category or status and an invalid day', async () => {
    expect((await ada.call(transactions, {}, { rawQuery: 'category=BANK_FUNDING' })).status).toBe(400)
    expect((await ada.call(transactions, {}, { rawQuery: 'status=LOST' })).status).toBe(400)
    expect((await ada.call(transactions, {}, { rawQuery: 'startDate=today' })).status).toBe(400)
    expect(await shown({ terminalId: 'nothing' })).toEqual({ total: 0, rows: [] })
  })
})

describe('stores', () => {
  const names = async (query: Request<typeof list>) => {
    const { data } = await ada.call(list, query)
    return { total: data.totalRecords, names: data.stores.map(({ name }) => name) }
  }

  it('lists stores of one mode newest first and finds them by name and account number', async () => {
    expect(await names({})).toEqual({ total: 3, names: ['Web shop', 'Lekki till', 'Balogun counter'] })
    expect(await names({ page: 2, size: 2 })).toEqual({ total: 3, names: ['Balogun counter'] })
    expect(await names({ name: 'till' })).toEqual({ total: 1, names: ['Lekki till'] })
    expect(await names({ name: alone.number })).toEqual({ total: 1, names: ['Web shop'] })
    expect(await names({ merchantId: ikeja.merchantId })).toMatchObject({ total: 2 })
    expect(await names({ shopId: ikeja.shopId })).toEqual({ total: 1, names: ['Balogun counter'] })
    expect(await names({ shopId: sandbox.shopId })).toEqual({ total: 0, names: [] })
  })

  it('returns the balance, the shop and the number of terminals of each store', async () => {
    const { data } = await ada.call(list, { merchantId: ikeja.merchantId })
    expect(data.stores).toMatchObject([
      { name: 'Web shop', shop: null, balance: 0, terminals: 1, accountNumber: alone.number },
      {
        name: 'Balogun counter',
        shop: { id: ikeja.shopId, name: 'Kernel & Sons', branch: 'Ikeja, Lagos' },
        // 5,000 from the merchant less 200 returned to it, plus 994.62 swept, less 537.50 for the terminal.
        balance: 5257.12,
        terminals: 1,
        merchant: { id: ikeja.merchantId },
      },
    ])
  })
})

describe('terminals', () => {
  const serials = async (query: Request<typeof terminals>) => {
    const { data } = await ada.call(terminals, query)
    return { total: data.totalRecords, serials: data.terminals.map(({ serialNumber }) => serialNumber) }
  }

  it('FILTER-38 STORE-03 filters terminals by serial number, status, store, shop and merchant', async () => {
    expect(await serials({})).toEqual({ total: 3, serials: ['VRF-0009', 'PAX-0002', 'PAX-0001'] })
    expect(await serials({ serialNumber: 'pax' })).toEqual({ total: 2, serials: ['PAX-0002', 'PAX-0001'] })
    expect(await serials({ status: 'INACTIVE' })).toEqual({ total: 1, serials: ['PAX-0002'] })
    expect(await serials({ status: 'ACTIVE' })).toMatchObject({ total: 2 })
    expect(await serials({ storeId: alone.id })).toEqual({ total: 1, serials: ['VRF-0009'] })
    expect(await serials({ storeId: sandbox.store.id })).toEqual({ total: 0, serials: [] })
    expect(await serials({ shopId: ikeja.shopId })).toEqual({ total: 1, serials: ['PAX-0001'] })
    expect(await serials({ merchantId: lekki.merchantId })).toEqual({ total: 1, serials: ['PAX-0002'] })
    expect((await ada.call(terminals, {}, { rawQuery: 'status=LOST' })).status).toBe(400)
  })

  it('returns the balance and the store of a terminal', async () => {
    const { data } = await ada.call(terminals, { serialNumber: 'PAX-0002' })
    expect(data.terminals).toMatchObject([
      {
        status: 'INACTIVE',
        balance: 1989.25,
        accountNumber: lekki.terminal.number,
        store: { id: lekki.store.id, name: 'Lekki till' },
        merchant: { id: lekki.merchantId },
      },
    ])
  })
})
