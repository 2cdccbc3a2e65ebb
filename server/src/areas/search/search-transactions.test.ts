import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aChild, paidOnChild } from '../../testing/child-accounts.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'

const { transactions } = contract.search
const sessionId = '000023261120143205000000000042'

let app: TestApp
let ada: Client
let danfo: { id: string; mode: string }
let chidi: { id: string; mode: string; merchant_id: string }

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  const { db } = app
  danfo = await aMerchant(db, { business_name: 'Danfo Express Logistics' })
  chidi = await aWallet(db, danfo, { account_name: 'Chidi Okafor' })
  const other = await aMerchant(db, { business_name: 'Kano Grains' })
  const at = (day: number, minute = 0) => new Date(Date.UTC(2026, 10, day, 22, minute)).toISOString()
  const toBello = { beneficiary_name: 'HADIZA BELLO', beneficiary_number: '0100000802', beneficiary_bank_code: '058' }
  await aTransaction(db, danfo, {
    created_at: at(18),
    reference: 'KBO-A',
    amount_kobo: 6_000_000n,
    fee_kobo: 5000n,
    session_id: sessionId,
    ...toBello,
  })
  // After 23:00 UTC it is the next day in Lagos.
  const incoming = {
    type: 'CREDIT',
    category: 'BANK_FUNDING',
    originator_name: 'Bello Grains',
    originator_number: '0200000801',
  }
  await aTransaction(db, other, { ...incoming, created_at: at(18, 60), reference: 'COL-B', amount_kobo: 50n })
  await aTransaction(db, chidi, {
    ...toBello,
    created_at: at(19),
    reference: 'KBO-C',
    amount_kobo: 700_000n,
    status: 'FAILED',
  })
  await aTransaction(db, other, {
    created_at: at(20),
    reference: 'REF-D',
    category: 'REFUND',
    amount_kobo: 6_000_000n,
    status: 'PENDING',
  })
  await aTransaction(db, chidi, {
    ...incoming,
    originator_name: 'O’Neil 100%_Co',
    originator_number: null,
    created_at: at(21),
    reference: 'COL-E',
    amount_kobo: 99_999_999n,
    status: 'DECLINED',
  })
  const tested = await aMerchant(db, { mode: 'SANDBOX' })
  await aTransaction(db, tested, { ...toBello, created_at: at(18), reference: 'KBO-T', session_id: sessionId })
})

afterAll(() => app.close())

const found = async (request: Request<typeof transactions>, by = ada) => {
  const { data } = await by.call(transactions, request)
  expect(data.totalRecords).toBe(data.transactions.length)
  expect(data.isMore).toBe(false)
  return data.transactions.map(({ reference }) => reference).join(' ')
}

it('FIND-09 lists transactions of all merchants and customers with owner and session ID', async () => {
  const { data } = await ada.call(transactions, { page: 5, size: 1 })
  expect(data).toEqual({
    totalRecords: 5,
    isMore: false,
    transactions: [
      {
        id: expect.any(String),
        createdAt: '2026-11-18T22:00:00.000Z',
        type: 'DEBIT',
        category: 'BANK_TRANSFER',
        status: 'SUCCESS',
        amount: 60_000,
        charges: 50,
        reference: 'KBO-A',
        originatorAccountName: null,
        originatorAccountNumber: null,
        originatorBankName: null,
        beneficiaryAccountName: 'HADIZA BELLO',
        beneficiaryAccountNumber: '0100000802',
        beneficiaryBankName: 'Guaranty Trust Bank',
        beneficiaryBankCode: '058',
        merchantId: danfo.id,
        walletName: null,
        merchantName: 'Danfo Express Logistics',
        sessionId,
      },
    ],
  })
})

it.each<[Request<typeof transactions>, string]>([
  [{}, 'COL-E REF-D KBO-C COL-B KBO-A'],
  [{ status: 'success' }, 'COL-B KBO-A'],
  [{ status: 'FAILED' }, 'KBO-C'],
  [{ status: 'DECLINED' }, 'COL-E'],
  [{ status: 'declined, FAILED' }, 'COL-E KBO-C'],
  [{ status: 'PENDING,SUCCESS,PENDING' }, 'REF-D COL-B KBO-A'],
  [{ status: 'pending' }, 'REF-D'],
  [{ status: 'QUEUED' }, ''],
  [{ type: 'CREDIT' }, 'COL-E COL-B'],
  [{ category: 'bank transfer' }, 'KBO-C KBO-A'],
  [{ category: 'REFUND' }, 'REF-D'],
  [{ category: 'CREDIT_STORE' }, ''],
  [{ minAmount: 60_000 }, 'COL-E REF-D KBO-A'],
  [{ maxAmount: 0.5 }, 'COL-B'],
  [{ minAmount: 7000, maxAmount: 60_000 }, 'REF-D KBO-C KBO-A'],
  [{ minAmount: 60_000, maxAmount: 60_000 }, 'REF-D KBO-A'],
  [{ minAmount: 60_001, maxAmount: 60_000 }, ''],
  [{ accountNumber: '0100-000 802' }, 'KBO-C KBO-A'],
  [{ accountNumber: '0200000801' }, 'COL-B'],
  [{ accountNumber: '010000080' }, ''],
  [{ accountName: 'bello' }, 'KBO-C COL-B KBO-A'],
  [{ accountName: 'diza b' }, 'KBO-C KBO-A'],
  [{ accountName: 'gr' }, 'COL-B'],
  [{ accountName: '100%_c' }, 'COL-E'],
  [{ accountName: '%' }, ''],
  [{ accountName: "o' or 1=1 --" }, ''],
  [{ sessionId: '000023 261120143205 000000000042' }, 'KBO-A'],
  [{ sessionId: '000023' }, ''],
  [{ reference: 'kbo-' }, 'KBO-C KBO-A'],
  [{ reference: 'KBO-A' }, 'KBO-A'],
  [{ reference: '%' }, ''],
  [{ startDate: '2026-11-19', endDate: '2026-11-19' }, 'KBO-C COL-B'],
  [{ startDate: '2026-11-20' }, 'COL-E REF-D'],
  [{ endDate: '2026-11-18' }, 'KBO-A'],
  [{ startDate: '2026-11-20', endDate: '2026-11-19' }, ''],
  [{ sort: 'oldest' }, 'KBO-A COL-B KBO-C REF-D COL-E'],
  [{ sort: 'largest' }, 'COL-E KBO-A REF-D KBO-C COL-B'],
  [{ sort: 'smallest' }, 'COL-B KBO-C REF-D KBO-A COL-E'],
  [{ sort: 'largest', accountName: 'bello' }, 'KBO-A KBO-C COL-B'],
  [{ sort: 'largest', minAmount: 100, maxAmount: 99_000 }, 'KBO-A REF-D KBO-C'],
  [{ sort: 'largest', startDate: '2026-11-19', endDate: '2026-11-21' }, 'COL-E REF-D KBO-C COL-B'],
  [{ sort: 'smallest', status: 'FAILED' }, 'KBO-C'],
  [{ sort: 'oldest', accountNumber: '0100000802' }, 'KBO-A KBO-C'],
  [{ status: 'FAILED', accountNumber: '0100000802', maxAmount: 7000, reference: 'KBO', sort: 'smallest' }, 'KBO-C'],
  [{ merchantId: 'nobody' }, ''],
])('FIND-09 FIND-10 finds transactions by %j', async (request, references) => {
  expect(await found(request)).toBe(references)
})

it('FIND-09 finds all transactions of a merchant, including those of its customers and child accounts', async () => {
  expect(await found({ merchantId: danfo.id })).toBe('COL-E KBO-C KBO-A')
  const jollof = await aMerchant(app.db, { business_name: 'Jollof House' })
  const child = await aChild(app.db, { merchant: jollof })
  await aTransaction(app.db, jollof, { created_at: '2026-01-05T09:00:00.000Z', reference: 'KBO-Z' })
  app.services.jobs.enqueue = async () => {}
  app.services.jobs.enqueueAll = async () => {}
  const paid = await paidOnChild(app.db, app.services.jobs, child, { amountKobo: 2_000_000n })
  const { data } = await ada.call(transactions, { merchantId: jollof.id, accountName: 'hadiza' })
  expect(data.transactions.map(({ id }) => id)).toEqual([paid])
  await app.db.updateTable('transaction').set({ originator_name: 'Zainab Musa' }).where('id', '=', paid).execute()
  const renamed = await ada.call(transactions, { accountName: 'zainab' })
  expect(renamed.data.transactions.map(({ id }) => id)).toEqual([paid])
  await sql`select fill_counterparties()`.execute(app.db)
})

it('FIND-09 lists transactions of the selected mode only', async () => {
  const tester = await app.signIn({ mode: 'SANDBOX' })
  expect(await found({}, tester)).toBe('KBO-T')
  expect(await found({ sessionId }, tester)).toBe('KBO-T')
  expect(await found({ accountName: 'bello' }, tester)).toBe('KBO-T')
  expect(await found({ merchantId: danfo.id }, tester)).toBe('')
})

it.each([
  { minAmount: '1e99' },
  { maxAmount: 'lots' },
  { minAmount: '-1' },
  { minAmount: '1.001' },
  { status: 'DONE' },
  { status: 'FAILED,DONE' },
  { sort: 'best' },
  { category: 'GIFT' },
  { startDate: '2026-02-30' },
  { accountName: 'a\u202e' },
])('FIND-09 rejects the query %j', async (query) => {
  const rawQuery = new URLSearchParams(query as unknown as Record<string, string>).toString()
  expect((await ada.call(transactions, {}, { rawQuery })).status).toBe(400)
})

it('FIND-11 counts up to 1,000, reports that there are more, and returns no page beyond', async () => {
  const { db } = app
  const many = await aMerchant(db, { business_name: 'Many Payments Ltd' })
  const add = (from: number, to: number) =>
    sql`
      insert into transaction (id, mode, scope, merchant_id, created_at, type, category, status, amount_kobo, reference,
        beneficiary_name, beneficiary_number)
      select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'PRODUCTION', 'MERCHANT', ${many.id}, '2025-06-01', 'DEBIT', 'BANK_TRANSFER', 'SUCCESS', n, 'MANY-' || n,
        'AMAKA OBI', '0300000800'
      from generate_series(${from}::int, ${to}::int) as n,
        (select lpad(to_hex((extract(epoch from timestamptz '2025-06-01') * 1000)::bigint), 12, '0') as hex) as begin
    `.execute(db)
  await add(1, 1000)
  const queries: Request<typeof transactions>[] = [
    { merchantId: many.id },
    { merchantId: many.id, sort: 'largest' },
    { accountNumber: '0300000800', sort: 'oldest' },
    { accountName: 'amaka' },
    { reference: 'MANY', sort: 'smallest' },
    { startDate: '2025-06-01', endDate: '2025-06-01' },
  ]
  for (const query of queries) {
    const { data } = await ada.call(transactions, { ...query, page: 10 })
    expect(data).toMatchObject({ totalRecords: 1000, isMore: false })
    expect(data.transactions).toHaveLength(100)
  }
  await add(1001, 1001)
  for (const query of queries) {
    const { data } = await ada.call(transactions, { ...query, page: 2, size: 600 })
    expect(data).toMatchObject({ totalRecords: 1000, isMore: true })
    expect(data.transactions).toHaveLength(400)
    const past = await ada.call(transactions, { ...query, page: 11 })
    expect(past.data).toEqual({ totalRecords: 1000, isMore: true, transactions: [] })
  }
  const largest = await ada.call(transactions, { accountName: 'amaka', sort: 'largest', size: 2 })
  expect(largest.data.transactions.map(({ reference }) => reference)).toEqual(['MANY-1001', 'MANY-1000'])
})

it.each([2, 1e9, 1e12])('FIND-11 returns an empty page and the true total for page %d past the end', async (page) => {
  const { data } = await ada.call(transactions, { status: 'FAILED', page, size: 1000 })
  expect(data).toEqual({ totalRecords: 1, isMore: false, transactions: [] })
})

it('FIND-09 requires a session to search transactions', async () => {
  expect((await app.call(transactions, {})).status).toBe(401)
})
