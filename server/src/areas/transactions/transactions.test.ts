import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'

const { merchantList, walletList } = contract.transactions

let app: TestApp
let ada: Client
let danfo: { id: string; mode: string }
let chidi: { id: string; mode: string; merchant_id: string }

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  danfo = await aMerchant(app.db, { business_name: 'Danfo Express Logistics' })
  chidi = await aWallet(app.db, danfo, { account_name: 'Chidi Okafor' })
  const other = await aMerchant(app.db)
  const sandbox = await aMerchant(app.db, { mode: 'SANDBOX' })
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 13, minute)).toISOString()
  await aTransaction(app.db, danfo, {
    created_at: at(32),
    reference: 'KBO-26112014320511-7Q2F',
    fee_kobo: 5000n,
    vat_kobo: 375n,
    stamp_duty_kobo: 5000n,
    originator_name: 'DANFO EXPRESS LOGISTICS',
    originator_number: '9013345526',
    originator_bank_code: '101',
    beneficiary_name: 'OKAFOR CHIDI EMEKA',
    beneficiary_number: '0123456785',
    beneficiary_bank_code: '000013',
  })
  const funding = { type: 'CREDIT', category: 'BANK_FUNDING' }
  await aTransaction(app.db, danfo, { ...funding, created_at: at(31), reference: 'KBO_100%-A', status: 'FAILED' })
  await aTransaction(app.db, other, { created_at: at(30), reference: 'KBO-26112014300000-AAAA', status: 'PENDING' })
  await aTransaction(app.db, chidi, { created_at: at(29), reference: 'KBO-26112014290000-BBBB', status: 'QUEUED' })
  await aTransaction(app.db, chidi, { created_at: at(28), reference: 'KBO-26112014280000-CCCC', ...funding })
  await aTransaction(app.db, sandbox, { created_at: at(27), reference: 'KBO-26112014270000-DDDD' })
})

afterAll(() => app.close())

it('API-75 MTX-06 MTX-08 lists merchant transactions with all fields of a row', async () => {
  const { data } = await ada.call(merchantList, { merchantId: danfo.id, page: 1, size: 1 })
  expect(data).toEqual({
    totalRecords: 2,
    transactions: [
      {
        id: expect.any(String),
        createdAt: '2026-11-20T13:32:00.000Z',
        type: 'DEBIT',
        category: 'BANK_TRANSFER',
        status: 'SUCCESS',
        amount: 60_000,
        charges: 103.75,
        reference: 'KBO-26112014320511-7Q2F',
        originatorAccountName: 'DANFO EXPRESS LOGISTICS',
        originatorAccountNumber: '9013345526',
        originatorBankName: 'Providus Bank',
        beneficiaryAccountName: 'OKAFOR CHIDI EMEKA',
        beneficiaryAccountNumber: '0123456785',
        beneficiaryBankName: 'Guaranty Trust Bank',
        beneficiaryBankCode: '000013',
        merchantId: danfo.id,
        walletName: null,
      },
    ],
  })
})

it("API-87 MWTX-06 WALLET-20 lists wallet transactions with the wallet's name and both parties", async () => {
  const { data } = await ada.call(walletList, { walletId: chidi.id, merchantId: danfo.id })
  expect(data.totalRecords).toBe(2)
  expect(data.transactions.map((row) => row.walletName)).toEqual(['Chidi Okafor', 'Chidi Okafor'])
  expect(data.transactions.map((row) => row.createdAt)).toEqual([
    '2026-11-20T13:29:00.000Z',
    '2026-11-20T13:28:00.000Z',
  ])
  const [newest] = data.transactions
  expect(Object.keys(newest ?? {})).toEqual(
    expect.arrayContaining([
      'id',
      'createdAt',
      'type',
      'amount',
      'status',
      'originatorAccountName',
      'originatorAccountNumber',
      'beneficiaryAccountName',
      'beneficiaryAccountNumber',
      'beneficiaryBankName',
    ]),
  )
})

it('STATE-24 MWTX-07 returns status and type unchanged, including QUEUED', async () => {
  const own = (await ada.call(merchantList, {})).data.transactions
  expect(own.map(({ status, type }) => `${status} ${type}`)).toEqual([
    'SUCCESS DEBIT',
    'FAILED CREDIT',
    'PENDING DEBIT',
  ])
  const [queued] = (await ada.call(walletList, {})).data.transactions
  expect(queued).toMatchObject({ status: 'QUEUED', type: 'DEBIT' })
})

it.each([
  ['the whole reference', 'KBO-26112014320511-7Q2F', 1],
  ['lower case', 'kbo-26112014320511-7q2f', 1],
  ['a prefix', 'kbo-261120143', 2],
  ['a suffix', '7Q2F', 0],
  ['an SQL wildcard for many characters', 'KBO%', 0],
  ['an SQL wildcard for one character', 'KBO_26', 0],
  ['wildcard characters of the reference itself', 'kbo_100%', 1],
  ['a quote', "KBO-2611' or '1'='1", 0],
  ['an SQL statement', "'; drop table transaction; --", 0],
  ['a backslash', 'KBO\\', 0],
])('API-75 finds transactions by reference: %s', async (_, reference, count) => {
  const { data } = await ada.call(merchantList, { reference })
  expect(data.totalRecords).toBe(count)
  expect(data.transactions).toHaveLength(count)
})

it('API-75 returns an empty list for IDs of the other mode, unknown ones and malformed ones', async () => {
  const tester = await app.signIn({ mode: 'SANDBOX' })
  const nothing = { totalRecords: 0, transactions: [] }
  expect((await tester.call(merchantList, { merchantId: danfo.id })).data).toEqual(nothing)
  expect((await tester.call(walletList, { walletId: chidi.id })).data).toEqual(nothing)
  expect((await tester.call(merchantList, {})).data.totalRecords).toBe(1)
  expect((await tester.call(merchantList, { reference: 'KBO-26112014320511-7Q2F' })).data).toEqual(nothing)
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody', "' or 1=1 --"]) {
    expect((await ada.call(merchantList, { merchantId: id })).data).toEqual(nothing)
    expect((await ada.call(walletList, { walletId: id })).data).toEqual(nothing)
  }
})

it.each([
  [{ startDate: '2026-11-20', endDate: '2026-11-20' }, 3],
  [{ startDate: '2026-11-21' }, 0],
  [{ endDate: '2026-11-19' }, 0],
  [{ startDate: '2026-11-21', endDate: '2026-11-20' }, 0],
  [{ startDate: '1900-01-01', endDate: '2100-12-31' }, 3],
  [{ startDate: '2100-12-31', endDate: '1900-01-01' }, 0],
  [{ startDate: '', endDate: '' }, 3],
])('MTX-06 filters transactions by the days %j', async (days, count) => {
  expect((await ada.call(merchantList, days)).data.totalRecords).toBe(count)
  const ofMerchant = await ada.call(merchantList, { ...days, merchantId: danfo.id })
  expect(ofMerchant.data.totalRecords).toBe(count === 0 ? 0 : 2)
})

it('MTX-06 rejects an invalid day and an unknown type', async () => {
  expect((await ada.call(merchantList, { startDate: '2026-02-30' })).status).toBe(400)
  expect((await ada.call(merchantList, { type: 'REFUND' })).status).toBe(400)
})

it.each([2, 1e9, 1e12])('API-75 returns an empty page and the true total for page %d past the end', async (page) => {
  const { data } = await ada.call(merchantList, { page, size: 1000 })
  expect(data).toEqual({ totalRecords: 3, transactions: [] })
  const ofWallet = await ada.call(walletList, { walletId: chidi.id, page, size: 1e12 })
  expect(ofWallet.data).toEqual({ totalRecords: 2, transactions: [] })
})

it('API-75 API-87 requires a session to list transactions', async () => {
  expect((await app.call(merchantList, {})).status).toBe(401)
  expect((await app.call(walletList, {})).status).toBe(401)
})
