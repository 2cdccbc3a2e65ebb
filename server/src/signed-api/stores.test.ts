import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveTransfer } from '@kobo/demo/demo-bank'
import type { Partners } from '@kobo/demo/partners'
import { newReference } from '../engine/reference.ts'
import { balances } from '../ledger/ledger.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { newSessionId } from '../rails/session-id.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'
import { eventually } from '../testing/payouts.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  partners = partnersOf(app)
})
afterAll(() => app.close())

const reference = () => newReference(new Date())
let serial = 1000

/** Creates a merchant with a shop, a store and a terminal through the signed API. */
async function aFloor() {
  const merchant = await aSigner(app)
  const callApi = (path: string, body: object) => partners.ask(merchant.id, path, { reference: reference(), ...body })
  const { shopId } = await callApi('shops', { name: 'Kernel & Sons', branch: 'Ikeja, Lagos' })
  const { storeId } = await callApi('stores', { name: 'Front counter', shopId })
  const serialNumber = `pax-${++serial}`
  const { terminalId, accountNumber } = await callApi('terminals', { storeId, serialNumber })
  const ids = { shopId: String(shopId), storeId: String(storeId), terminalId: String(terminalId) }
  return { merchant, ask: callApi, ...ids, serialNumber, accountNumber: String(accountNumber) }
}

async function booked(id: string): Promise<bigint | undefined> {
  return (await balances(app.db, [id])).get(id)?.bookedKobo
}

const paidAt = (accountNumber: string, sessionId = newSessionId(new Date())) =>
  receiveTransfer(partners, { mode: 'PRODUCTION', accountNumber, amountKobo: 100_000n, narration: 'Rice', sessionId })

describe('shops, stores and terminals of merchants', () => {
  it('creates shops, stores and terminals once per reference', async () => {
    const { merchant, storeId, shopId, serialNumber } = await aFloor()
    const body = { reference: reference(), storeId, serialNumber: 'VRF-77' }
    const replies = await Promise.all(Array.from({ length: 4 }, () => partners.ask(merchant.id, 'terminals', body)))
    expect(new Set(replies.map(({ terminalId }) => terminalId)).size).toBe(1)
    const rows = await app.db.selectFrom('terminal').selectAll().where('store_id', '=', storeId).execute()
    expect(rows.map((row) => row.serial_number).toSorted()).toEqual([serialNumber.toUpperCase(), 'VRF-77'].toSorted())
    expect(await app.db.selectFrom('store').selectAll().where('id', '=', storeId).executeTakeFirst()).toMatchObject({
      shop_id: shopId,
      merchant_id: merchant.id,
      mode: 'PRODUCTION',
    })
  })

  it('rejects shops, stores and terminals of other merchants and modes, and a used serial number', async () => {
    const { shopId, storeId, terminalId, serialNumber, ask } = await aFloor()
    for (const mode of ['PRODUCTION', 'SANDBOX'] as const) {
      const { id } = await aSigner(app, mode)
      const other = (path: string, body: object) => partners.ask(id, path, body)
      const fields = { reference: reference(), name: 'Till', shopId }
      await expect(other('stores', fields)).rejects.toMatchObject({ status: 404 })
      const at = { reference: reference(), storeId, serialNumber: 'PAX-9999' }
      await expect(other('terminals', at)).rejects.toMatchObject({ status: 404 })
      await expect(other('terminals/status', { terminalId, status: 'INACTIVE' })).rejects.toMatchObject({ status: 404 })
      await expect(other('shops/status', { shopId, status: 'INACTIVE' })).rejects.toMatchObject({ status: 404 })
      await expect(other('terminal-sweeps', { reference: reference(), terminalId })).rejects.toMatchObject({
        status: 404,
      })
      const move = { reference: reference(), storeId, from: 'STORE', amount: 1 }
      await expect(other('store-transfers', move)).rejects.toMatchObject({ status: 404 })
    }
    await expect(ask('terminals', { storeId, serialNumber })).rejects.toMatchObject({ status: 409 })
    await expect(ask('terminals', { storeId, serialNumber: '!' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('terminal balance', () => {
  it('collects at a terminal once, sweeps on request and declines while the terminal is inactive', async () => {
    const { storeId, terminalId, accountNumber, ask, merchant } = await aFloor()
    const sessionId = newSessionId(new Date())
    await paidAt(accountNumber, sessionId)
    await expect(paidAt(accountNumber, sessionId)).resolves.toBeUndefined()
    expect(await booked(terminalId)).toBe(99_462n)
    const body = { reference: reference(), terminalId }
    const replies = await Promise.all([1, 2, 3].map(() => partners.ask(merchant.id, 'terminal-sweeps', body)))
    expect(new Set(replies.map(({ debitId }) => debitId)).size).toBe(1)
    expect([await booked(terminalId), await booked(storeId)]).toEqual([0n, 99_462n])
    await expect(ask('terminal-sweeps', { terminalId })).rejects.toMatchObject({ status: 422 })
    await partners.ask(merchant.id, 'terminals/status', { terminalId, status: 'INACTIVE' })
    await paidAt(accountNumber)
    expect(await booked(terminalId)).toBe(0n)
  })
})

describe('store transfers', () => {
  it('moves store money once per reference in both directions and never below zero', async () => {
    const { storeId, ask, merchant } = await aFloor()
    const body = { reference: reference(), storeId, from: 'MERCHANT', amount: 500 }
    const replies = await Promise.all([1, 2, 3].map(() => partners.ask(merchant.id, 'store-transfers', body)))
    expect(new Set(replies.map(({ creditId }) => creditId)).size).toBe(1)
    await expect(partners.ask(merchant.id, 'store-transfers', { ...body, amount: 400 })).rejects.toMatchObject({
      status: 409,
    })
    await ask('store-transfers', { storeId, from: 'STORE', amount: 200.5 })
    expect(await booked(storeId)).toBe(29_950n)
    await expect(ask('store-transfers', { storeId, from: 'STORE', amount: 300 })).rejects.toMatchObject({ status: 422 })
    await expect(ask('store-transfers', { storeId, from: 'SHOP', amount: 1 })).rejects.toMatchObject({ status: 400 })
  })

  it('pays out from a store to a bank', async () => {
    const { storeId, ask, merchant } = await aFloor()
    await ask('store-transfers', { storeId, from: 'MERCHANT', amount: 500 })
    const beneficiary = { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' }
    const body = { reference: reference(), storeId, amount: 100, beneficiary }
    const replies = await Promise.all([1, 2].map(() => partners.ask(merchant.id, 'payouts', body)))
    expect(new Set(replies.map(({ transactionId }) => transactionId)).size).toBe(1)
    await eventually(async () => (await booked(storeId)) === 38_925n)
    const { id: stranger } = await aSigner(app)
    await expect(partners.ask(stranger, 'payouts', { ...body, reference: reference() })).rejects.toMatchObject({
      status: 404,
    })
  })
})

it('keeps the ledger balanced', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
