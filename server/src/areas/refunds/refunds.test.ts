import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { foldAll } from '../../ledger/fold.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { collect } from '../../testing/ledger-fixtures.ts'
import type { CustomerAccount } from '../../testing/customer-accounts.ts'
import { aFundedMerchant, eventually, ownAccount } from '../../testing/payouts.ts'
import { refund, sender } from '../../testing/refund-bookkeeping.ts'

const { list, info, request } = contract.refunds

let app: TestApp
let ada: Client
let shop: CustomerAccount
let other: CustomerAccount
const created: Record<string, Awaited<ReturnType<typeof refund>>> = {}

async function anAccount(mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION'): Promise<CustomerAccount> {
  const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n, mode)
  await app.db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', '=', merchantId).execute()
  const { id, kind } = await ownAccount(app.db, merchantId)
  return { id, mode, merchantId, walletId: null, kind }
}

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
const aCollection = () => transact(app.db, (t) => collect(t, shop, sender))

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
  shop = await anAccount()
  other = await anAccount()
  const test = await anAccount('SANDBOX')
  await transact(app.db, async (t) => {
    created['pending'] = await refund(t, shop, 'QUEUED', { at: on(10) })
    created['processing'] = await refund(t, shop, 'PENDING', { at: on(11) })
    created['processed'] = await refund(t, other, 'SUCCESS', { at: on(12) })
    created['failed'] = await refund(t, shop, 'FAILED', { at: on(13) })
    created['sandbox'] = await refund(t, test, 'SUCCESS', { at: on(13) })
  })
})
afterAll(() => app.close())

const idOf = (name: string) => created[name]?.refundId ?? ''

async function names(query: Request<typeof list>): Promise<{ total: number; names: string[] }> {
  const { data } = await ada.call(list, query)
  const nameOf = new Map(Object.entries(created).map(([name, { refundId }]) => [refundId, name]))
  return { total: data.totalRecords, names: data.refunds.map(({ id }) => nameOf.get(id) ?? id) }
}

describe('list of refunds', () => {
  it.each(['unfolded', 'folded'])(
    'REFUND-01 lists refunds of one mode, newest first, with counts %s',
    async (counts) => {
      if (counts === 'folded') await foldAll(app.db)
      const all = ['failed', 'processed', 'processing', 'pending']
      expect(await names({})).toEqual({ total: 4, names: all })
      expect(await names({ page: 2, size: 3 })).toEqual({ total: 4, names: ['pending'] })
      expect(await names({ merchantId: shop.merchantId })).toEqual({
        total: 3,
        names: ['failed', 'processing', 'pending'],
      })
      expect(await names({ merchantId: 'nobody' })).toEqual({ total: 0, names: [] })
      expect(await names({ startDate: '2026-11-11', endDate: '2026-11-12' })).toEqual({
        total: 2,
        names: ['processed', 'processing'],
      })
      expect(await names({ startDate: '2026-11-12', endDate: '2026-11-11' })).toEqual({ total: 0, names: [] })
    },
  )

  it.each(['pending', 'processing', 'failed', 'processed'] as const)(
    'REFUND-02 FILTER-40 filters refunds by the status %s of the refund transaction',
    async (status) => {
      expect(await names({ status })).toEqual({ total: 1, names: [status] })
      expect((await ada.call(list, {}, { rawQuery: `status=${status.toUpperCase()}` })).data.totalRecords).toBe(1)
      expect((await ada.call(list, { status })).data.refunds[0]?.status).toBe(status)
    },
  )

  it('REFUND-01 finds refunds by collection reference or session ID, in full or by prefix, and by customer', async () => {
    const { data } = await ada.call(info, { refundId: idOf('processed') })
    const search = data.transactionReference ?? ''
    expect(await names({ search })).toEqual({ total: 1, names: ['processed'] })
    expect(await names({ search: `${search.toLowerCase()}/r` })).toEqual({ total: 1, names: ['processed'] })
    expect(await names({ search, status: 'failed' })).toEqual({ total: 0, names: [] })
    expect(await names({ search: search.replace(/^COL-/, '') })).toEqual({ total: 1, names: ['processed'] })
    const account = data.customerAccountNumber ?? ''
    const all = await names({})
    expect(await names({ search: account })).toEqual(all)
    expect(await names({ search: 'diza BELL' })).toEqual(all)
    expect(await names({ search: '0000000000' })).toEqual({ total: 0, names: [] })
    expect(await names({ search: '%' })).toEqual({ total: 0, names: [] })
    expect(await names({ search: '/R1' })).toEqual({ total: 0, names: [] })
  })

  it('rejects an invalid filter', async () => {
    expect((await ada.call(list, {}, { rawQuery: 'status=lost' })).status).toBe(400)
    expect((await ada.call(list, {}, { rawQuery: 'startDate=yesterday' })).status).toBe(400)
  })

  it('REFUND-01 returns a refund, and 404 for one of the other mode', async () => {
    const { merchantId } = other
    expect((await ada.call(info, { refundId: idOf('processed') })).data).toMatchObject({
      status: 'processed',
      transactionId: created['processed']?.collectionId,
      refundTransactionId: created['processed']?.id,
      amount: 3000,
      refundAmount: 1000,
      reason: 'Goods returned',
      customerName: 'Hadiza Bello',
      customerAccountNumber: '0123456785',
      customerBankName: 'Guaranty Trust Bank',
      merchant: { id: merchantId },
      requestedBy: null,
    })
    for (const refundId of [idOf('sandbox'), 'no refund']) {
      expect((await ada.call(info, { refundId })).status).toBe(404)
    }
  })
})

describe('refund requests', () => {
  it('REFUND-01 refunds a collection, records the operator and shows the refund on the collection', async () => {
    const transactionId = await aCollection()
    const reply = await ada.call(request, { transactionId, amount: 1250.5, reason: 'Wrong size' })
    expect(reply).toMatchObject({ status: 200, message: 'The refund has been submitted' })
    const { refundId, refundTransactionId } = reply.data
    await eventually(async () => (await ada.call(info, { refundId })).data.status === 'processed')
    const { data } = await ada.call(info, { refundId })
    expect(data).toMatchObject({ refundAmount: 1250.5, reason: 'Wrong size', requestedBy: expect.stringMatching(/\w/) })
    const collection = (await ada.call(contract.transactions.info, { transactionId })).data.transaction
    expect(collection.refunds).toMatchObject({
      left: 1749.5,
      hindrance: null,
      made: [{ id: refundId, amount: 1250.5, status: 'processed', reason: 'Wrong size' }],
    })
    const refundInfo = await ada.call(contract.transactions.info, { transactionId: refundTransactionId ?? '' })
    expect(refundInfo.data.transaction).toMatchObject({
      category: 'REFUND',
      charges: 0,
      refundOf: { refundId, transactionId },
    })
    const audits = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'refund.request')
      .where('record_id', '=', refundId)
      .execute()
    expect(audits).toMatchObject([{ record_type: 'refund', merchant_id: shop.merchantId, reason: 'Wrong size' }])
    expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  })

  it('accepts concurrent refunds up to the collected amount and rejects the rest', async () => {
    const transactionId = await aCollection()
    const body = { transactionId, amount: 100, reason: 'Part' }
    const replies = await Promise.all(Array.from({ length: 50 }, () => ada.call(request, body)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 422]))
    expect((await ada.call(request, { ...body, amount: 0.01 })).message).toBe(
      'Its whole amount has been refunded or is being refunded',
    )
  })

  it('creates one refund for one idempotency key', async () => {
    const transactionId = await aCollection()
    const body = { transactionId, amount: 10, reason: 'Part' }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [await ada.call(request, body, { headers }), await ada.call(request, body, { headers })]
    expect(second.data).toEqual(first.data)
    const { transaction } = (await ada.call(contract.transactions.info, { transactionId })).data
    expect(transaction.refunds?.made).toHaveLength(1)
  })

  it.each([
    ['an amount of zero', { amount: 0 }, 400],
    ['a negative amount', { amount: -1 }, 400],
    ['a fraction of a kobo', { amount: 1.001 }, 400],
    ['an amount sent as text', { amount: '10' }, 400],
    ['a blank reason', { reason: ' ' }, 400],
    ['more than the collected amount', { amount: 3000.01 }, 422],
    ['a malformed transaction ID', { transactionId: 'none' }, 404],
  ])('rejects a refund with %s', async (_, wrong, status) => {
    const body = { transactionId: await aCollection(), amount: 1, reason: 'Part', ...wrong }
    expect((await ada.call(request, body as Request<typeof request>)).status).toBe(status)
  })

  it('rejects a refund that the merchant may not make and shows the blocker on the collection', async () => {
    const transactionId = await aCollection()
    const allowRefunds = (is_refund_enabled: boolean) =>
      app.db.updateTable('merchant').set({ is_refund_enabled }).where('id', '=', shop.merchantId).execute()
    await allowRefunds(false)
    const reply = await ada.call(request, { transactionId, amount: 1, reason: 'Part' })
    const { transaction } = (await ada.call(contract.transactions.info, { transactionId })).data
    await allowRefunds(true)
    expect(reply).toMatchObject({ status: 422, message: expect.stringMatching(/^Refunds are not enabled for /) })
    expect(transaction.refunds).toMatchObject({ left: 3000, hindrance: reply.message, made: [] })
  })

  it("rejects a collection of the other mode and an auditor's request", async () => {
    const body = { transactionId: await aCollection(), amount: 1, reason: 'Part' }
    expect((await (await app.signIn({ mode: 'SANDBOX' })).call(request, body)).status).toBe(404)
    expect((await (await app.signIn({ role: 'AUDITOR' })).call(request, body)).status).toBe(403)
  })
})

describe('operator decisions on refunds', () => {
  it.each([
    ['success', contract.transactions.markSuccess, 'The refund was marked as successful', 'processed'],
    ['failed', contract.transactions.markFailed, 'The refund was marked as failed', 'failed'],
  ] as const)('lets an operator mark a pending refund as %s', async (_, call, message, status) => {
    const { id, refundId } = await transact(app.db, (t) => refund(t, shop, 'PENDING'))
    // The switch never received the payment, which it reports only after a while.
    expect(await ada.call(call, { transactionId: id, reason: 'Told by telephone' })).toMatchObject({ message })
    expect((await ada.call(info, { refundId })).data.status).toBe(status)
    expect(faultCounts(await verifyLedger(app.db)).auditGaps).toBe(0)
  })
})
