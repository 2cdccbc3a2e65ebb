import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aWallet } from '../../testing/factories.ts'
import { aRecurringPayout } from '../../testing/timed-payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { recurrent, recurrentInfo } = contract.payouts

let app: TestApp
let ada: Client
let merchant: Awaited<ReturnType<typeof aMerchant>>

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  merchant = await aMerchant(app.db)
  const start_day = '2026-12-01'
  const rows = [
    { created_at: '2026-11-19T22:59:59.999Z', interval: 'daily', status: 'FAILED', next_day: null },
    { created_at: '2026-11-19T23:00:00.000Z', interval: 'weekly', status: 'COMPLETED', next_day: null },
    { created_at: '2026-11-20T10:00:00.000Z', interval: 'monthly', status: 'CANCELLED' },
    { created_at: '2026-11-20T22:59:59.999Z', interval: 'Yearly', status: 'INACTIVE' },
    { created_at: '2026-11-20T23:00:00.000Z', interval: 'Yearly', status: 'ACTIVE', end_day: '2030-12-31' },
  ]
  for (const row of rows) await aRecurringPayout(app.db, merchant, { start_day, ...row })
  await aRecurringPayout(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }), { start_day })
})
afterAll(() => app.close())

const listRecurring = (request: Request<typeof recurrent>) => ada.call(recurrent, request)
const list = async (request: Request<typeof recurrent>) => {
  const { totalRecords, records } = (await listRecurring(request)).data
  expect(totalRecords).toBe(records.length)
  return records.map(({ status }) => status)
}

it('API-57 PAYOUT-REC-03 STATE-20 lists recurring payouts of one mode in every state, newest first', async () => {
  const { data } = await listRecurring({})
  expect(data.totalRecords).toBe(5)
  expect(data.records.map(({ status }) => status)).toEqual(['ACTIVE', 'INACTIVE', 'CANCELLED', 'COMPLETED', 'FAILED'])
  expect(data.records[0]).toEqual({
    id: expect.any(String),
    createdAt: '2026-11-20T23:00:00.000Z',
    accountName: 'Chidi Okafor',
    accountNumber: '0123456900',
    bankName: 'Guaranty Trust Bank',
    amount: 2500,
    startDate: '2026-12-01',
    endDate: '2030-12-31',
    interval: 'Yearly',
    status: 'ACTIVE',
  })
  expect(data.records[1]).toMatchObject({ endDate: null })
})

it('API-57 pages recurring payouts', async () => {
  expect((await listRecurring({ page: 3, size: 2 })).data).toMatchObject({
    totalRecords: 5,
    records: [{ status: 'FAILED' }],
  })
})

it('FILTER-19 filters recurring payouts by status and frequency in any spelling', async () => {
  for (const status of ['ACTIVE', 'INACTIVE', 'CANCELLED', 'COMPLETED', 'FAILED']) {
    expect(await list({ status })).toEqual([status])
  }
  expect(await list({ status: 'active' })).toEqual(['ACTIVE'])
  for (const frequency of ['Yearly', 'yearly', 'YEARLY']) {
    expect(await list({ frequency })).toEqual(['ACTIVE', 'INACTIVE'])
  }
  expect(await list({ frequency: 'daily' })).toEqual(['FAILED'])
  expect(await list({ frequency: 'WEEKLY' })).toEqual(['COMPLETED'])
  expect(await list({ frequency: 'monthly' })).toEqual(['CANCELLED'])
  expect(await list({ frequency: 'Yearly', status: 'INACTIVE' })).toEqual(['INACTIVE'])
  expect((await listRecurring({ frequency: 'hourly' })).status).toBe(400)
})

it('FILTER-19 filters recurring payouts by whole days in Lagos with either bound open', async () => {
  expect(await list({ startDate: '2026-11-20', endDate: '2026-11-20' })).toEqual(['INACTIVE', 'CANCELLED', 'COMPLETED'])
  expect(await list({ startDate: '2026-11-21' })).toEqual(['ACTIVE'])
  expect(await list({ startDate: '1900-01-01', endDate: '2100-12-31' })).toHaveLength((await list({})).length)
  expect(await list({ endDate: '2026-11-19' })).toEqual(['FAILED'])
})

it('API-61 PAYOUT-REC-04 returns a recurring payout with the charges of a run and the number of runs', async () => {
  const payout = await aRecurringPayout(app.db, merchant, {
    start_day: '2026-10-31',
    next_day: '2027-01-31',
    next_run: 3,
    amount_kobo: 1_500_050n,
  })
  const run = { recurring_id: payout.id, merchant_id: merchant.id }
  await app.db
    .insertInto('recurring_run')
    .values([
      { ...run, day: '2026-10-31', transaction_id: uuidv7() },
      { ...run, day: '2026-11-30', transaction_id: uuidv7() },
      { ...run, day: '2026-12-31', problem: 'The paying account does not exist' },
    ])
    .execute()
  expect((await ada.call(recurrentInfo, { recurrentId: payout.id })).data.info).toEqual({
    id: payout.id,
    createdAt: payout.created_at,
    accountName: 'Chidi Okafor',
    accountNumber: '0123456900',
    bankName: 'Guaranty Trust Bank',
    amount: 15_000.5,
    startDate: '2026-10-31',
    endDate: null,
    interval: 'monthly',
    status: 'ACTIVE',
    charges: 76.88,
    narration: 'Rent',
    nextDate: '2027-01-31',
    sender: {
      accountName: merchant.business_name,
      merchant: { id: merchant.id, businessName: merchant.business_name },
    },
    runs: 2,
    decision: null,
  })
})

it('PANEL-11 returns the wallet that a recurring payout is paid from', async () => {
  const wallet = await aWallet(app.db, merchant)
  const payout = await aRecurringPayout(app.db, merchant, { start_day: '2026-12-01', wallet_id: wallet.id })
  const { info } = (await ada.call(recurrentInfo, { recurrentId: payout.id })).data
  expect(info.sender).toEqual({
    accountName: wallet.account_name,
    merchant: { id: merchant.id, businessName: merchant.business_name },
  })
})

it('API-61 returns 404 for an unknown ID and one of the other mode', async () => {
  const sandbox = await aMerchant(app.db, { mode: 'SANDBOX' })
  const other = await aRecurringPayout(app.db, sandbox, { start_day: '2026-12-01' })
  for (const recurrentId of [uuidv7(), other.id]) {
    const { status, message } = await ada.call(recurrentInfo, { recurrentId })
    expect({ status, message }).toEqual({ status: 404, message: 'This recurring payout was not found in this mode' })
  }
  expect((await ada.call(recurrentInfo, { recurrentId: 'x' })).status).toBe(404)
})
