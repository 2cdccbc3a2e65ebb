import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction } from '../../testing/factories.ts'
import { aScheduledPayout } from '../../testing/timed-payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { scheduled, scheduledInfo } = contract.payouts

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }
let dispatchedAs: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  merchant = await aMerchant(app.db)
  const due_at = '2026-12-01T08:00:00.000Z'
  const paid = await aTransaction(app.db, merchant, { fee_kobo: 4000n, vat_kobo: 300n, stamp_duty_kobo: 5000n })
  dispatchedAs = paid.id
  const rows = [
    { created_at: '2026-11-19T22:59:59.999Z', status: 'FAILED', reason: 'The paying account does not exist' },
    { created_at: '2026-11-19T23:00:00.000Z', status: 'CANCELLED' },
    { created_at: '2026-11-20T22:59:59.999Z', status: 'DISPATCHED', transaction_id: paid.id },
    { created_at: '2026-11-20T23:00:00.000Z', status: 'NEW', amount_kobo: 1_500_050n },
  ]
  for (const row of rows) await aScheduledPayout(app.db, merchant, { due_at, ...row })
  await aScheduledPayout(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }))
})
afterAll(() => app.close())

const listScheduled = (request: Request<typeof scheduled>) => ada.call(scheduled, request)
const list = async (request: Request<typeof scheduled>) => {
  const { totalRecords, records } = (await listScheduled(request)).data
  expect(totalRecords).toBe(records.length)
  return records.map(({ status }) => status)
}

it('API-56 PAYOUT-SCHED-03 STATE-09 lists scheduled payouts of one mode in every state, newest first', async () => {
  const { data } = await listScheduled({})
  expect(data.totalRecords).toBe(4)
  expect(data.records.map(({ status }) => status)).toEqual(['NEW', 'DISPATCHED', 'CANCELLED', 'FAILED'])
  expect(data.records[0]).toEqual({
    id: expect.any(String),
    createdAt: '2026-11-20T23:00:00.000Z',
    accountName: 'Chidi Okafor',
    accountNumber: '0123456900',
    bankName: 'Guaranty Trust Bank',
    amount: 15_000.5,
    scheduleDate: '2026-12-01T08:00:00.000Z',
    status: 'NEW',
  })
})

it('API-56 pages scheduled payouts', async () => {
  const { data } = await listScheduled({ page: 2, size: 3 })
  expect(data).toMatchObject({ totalRecords: 4, records: [{ status: 'FAILED' }] })
  expect((await listScheduled({ page: 9 })).data).toEqual({ totalRecords: 4, records: [] })
})

it('FILTER-18 filters scheduled payouts by status in any spelling and accepts Initiated for NEW', async () => {
  for (const status of ['DISPATCHED', 'CANCELLED', 'FAILED', 'NEW']) expect(await list({ status })).toEqual([status])
  expect(await list({ status: 'dispatched' })).toEqual(['DISPATCHED'])
  expect(await list({ status: 'Initiated' })).toEqual(['NEW'])
  expect(await list({ status: '' })).toHaveLength(4)
  expect((await listScheduled({ status: 'GONE' })).status).toBe(400)
})

it('FILTER-18 filters scheduled payouts by whole days in Lagos with either bound open', async () => {
  expect(await list({ startDate: '2026-11-20', endDate: '2026-11-20' })).toEqual(['DISPATCHED', 'CANCELLED'])
  expect(await list({ startDate: '2026-11-21' })).toEqual(['NEW'])
  expect(await list({ startDate: '1900-01-01', endDate: '2100-12-31' })).toHaveLength((await list({})).length)
  expect(await list({ endDate: '2026-11-19' })).toEqual(['FAILED'])
  expect(await list({ startDate: '2026-11-20', endDate: '2026-11-20', status: 'CANCELLED' })).toEqual(['CANCELLED'])
  expect(await list({ startDate: '2026-11-21', endDate: '2026-11-20' })).toEqual([])
})

it('API-60 PAYOUT-SCHED-04 STATE-10 returns a scheduled payout with its charges and failure reason', async () => {
  const { records } = (await listScheduled({})).data
  const infos = []
  for (const { id } of records) infos.push((await ada.call(scheduledInfo, { scheduleId: id })).data.info)
  const [fresh, dispatched, cancelled, failed] = infos
  // A fee of 25 naira, 7.5 % VAT on it, and 50 naira of stamp duty.
  expect(fresh).toEqual({
    ...records[0],
    charges: 76.88,
    narration: 'Rent',
    reason: null,
    transactionId: null,
    decision: null,
  })
  expect(dispatched).toMatchObject({ status: 'DISPATCHED', charges: 93, transactionId: dispatchedAs })
  expect(cancelled).toMatchObject({ status: 'CANCELLED', charges: 10.75, reason: null })
  expect(failed).toMatchObject({ status: 'FAILED', reason: 'The paying account does not exist' })
})

it("API-60 computes charges from the merchant's own rates", async () => {
  const other = await aMerchant(app.db)
  const data = { below5001Kobo: 800, below50001Kobo: 2000, above50000Kobo: 4000, walletToWalletChargeKobo: 500 }
  await app.db
    .insertInto('merchant_charge')
    .values({
      merchant_id: other.id,
      name: 'transfers',
      data: JSON.stringify(data),
      updated_at: '2026-03-04T10:00:00Z',
      valid_from: '2026-03-04T10:00:00Z',
    })
    .execute()
  const toOurBank = await aScheduledPayout(app.db, other, { amount_kobo: 6_000_000n, bank_code: '101' })
  const { info } = (await ada.call(scheduledInfo, { scheduleId: toOurBank.id })).data
  expect(info).toMatchObject({ bankName: 'Providus Bank', charges: 43 })
})

it('API-60 returns 404 for an unknown ID and one of the other mode', async () => {
  const other = await aScheduledPayout(app.db, await aMerchant(app.db, { mode: 'SANDBOX' }))
  for (const scheduleId of [uuidv7(), other.id]) {
    const { status, message } = await ada.call(scheduledInfo, { scheduleId })
    expect({ status, message }).toEqual({ status: 404, message: 'This scheduled payout was not found in this mode' })
  }
  expect((await ada.call(scheduledInfo, { scheduleId: 'x' })).status).toBe(404)
})
