import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aRow } from '../../testing/batches.ts'
import { aMerchant, aWallet, idAt } from '../../testing/factories.ts'
import { type NewBatch, openBatch } from '../../engine/bulk/open-batch.ts'
import { idleJobs } from '../../testing/run-inline.ts'

const { bulk, bulkItems } = contract.payouts

let app: TestApp
let ada: Client
let sandy: Client
let merchant: Awaited<ReturnType<typeof aMerchant>>
let other: typeof merchant
let wallet: Awaited<ReturnType<typeof aWallet>>

async function upload(reference: string, at: string, fields: Partial<NewBatch> = {}) {
  const batch = { mode: 'PRODUCTION', merchantId: merchant.id, walletId: null, rows: [aRow()] } as const
  return await openBatch(app.db, idleJobs, { ...batch, reference, at: new Date(at), ...fields })
}

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn({ firstName: 'Adaeze' })
  sandy = await app.signIn({ firstName: 'Sade', mode: 'SANDBOX' })
  merchant = await aMerchant(app.db, { business_name: 'Eko Bakery', verified: 'ACCEPTED' })
  other = await aMerchant(app.db, { mode: 'SANDBOX', business_name: 'Test Bakery' })
  wallet = await aWallet(app.db, merchant)
  await upload('BULK-EKO-1', '2026-11-10T22:59:59Z', { rows: [aRow(), aRow({ amount: 'x' })] })
  await upload('BULK-EKO-10', '2026-11-10T23:00:00Z')
  await upload('BULK_EKO', '2026-11-12T10:00:00Z', { walletId: wallet.id })
  await upload('BULK-TEST-1', '2026-11-12T11:00:00Z', { mode: 'SANDBOX', merchantId: other.id })
})
afterAll(() => app.close())

const references = async (query: Parameters<typeof ada.call<typeof bulk>>[1], client = ada) =>
  (await client.call(bulk, query)).data.records.map(({ batchReference }) => batchReference)

it('API-58 PAYOUT-BULK-08 PAYOUT-BULK-10 lists the batches of one mode, newest first, with an exact total', async () => {
  const { data } = await ada.call(bulk, { size: 2 })
  expect(data.totalRecords).toBe(3)
  expect(data.records.map(({ batchReference }) => batchReference)).toEqual(['BULK_EKO', 'BULK-EKO-10'])
  expect((await ada.call(bulk, { size: 2, page: 2 })).data).toEqual({
    totalRecords: 3,
    records: [
      {
        id: expect.any(String),
        createdAt: '2026-11-10T22:59:59.000Z',
        merchant: { id: merchant.id, businessName: 'Eko Bakery' },
        batchReference: 'BULK-EKO-1',
        totalRecords: 2,
        totalInvalidRecords: 0,
        status: 'UPLOADED',
      },
    ],
  })
  expect(await references({}, sandy)).toEqual(['BULK-TEST-1'])
  expect((await ada.call(bulk, { page: 9 })).data).toEqual({ totalRecords: 3, records: [] })
})

it('STATE-07 returns each status of a batch unchanged', async () => {
  const { batchId } = await upload('BULK-STATES', '2026-11-12T10:30:00Z', { mode: 'SANDBOX', merchantId: other.id })
  for (const status of ['UPLOADED', 'PROCESSING', 'COMPLETED']) {
    await app.db.updateTable('bulk_batch').set({ status }).where('id', '=', batchId).execute()
    const { data } = await sandy.call(bulk, { reference: 'BULK-STATES' })
    expect(data.records.map((batch) => batch.status)).toEqual([status])
  }
  const created_at = '2026-11-01T00:00:00Z'
  const row = { id: idAt(created_at), mode: 'SANDBOX', created_at, merchant_id: other.id }
  await app.db
    .insertInto('bulk_batch')
    .values({ ...row, reference: 'BULK-HALF', status: 'UPLOADING', total_items: 9 })
    .execute()
  const { data } = await sandy.call(bulk, { reference: 'bulk-half' })
  expect(data.records).toMatchObject([{ status: 'UPLOADING', totalRecords: 9 }])
})

it('FILTER-31 finds batches by reference, merchant, wallet and days in Lagos', async () => {
  expect(await references({ reference: 'bulk-eko-1' })).toEqual(['BULK-EKO-10', 'BULK-EKO-1'])
  // Pattern characters are matched literally.
  expect(await references({ reference: 'BULK_EKO' })).toEqual(['BULK_EKO'])
  expect(await references({ reference: 'BULK%' })).toEqual([])
  expect(await references({ merchantId: merchant.id })).toHaveLength(3)
  expect(await references({ merchantId: other.id })).toEqual([])
  expect(await references({ merchantId: 'nobody' })).toEqual([])
  expect(await references({ walletId: wallet.id })).toEqual(['BULK_EKO'])
  expect(await references({ startDate: '2026-11-10', endDate: '2026-11-10' })).toEqual(['BULK-EKO-1'])
  expect(await references({ startDate: '2026-11-11' })).toEqual(['BULK_EKO', 'BULK-EKO-10'])
  expect(await references({ startDate: '2026-11-12', endDate: '2026-11-10' })).toEqual([])
})

it('API-59 PAYOUT-BULK-09 FILTER-32 lists the items of a batch and filters by status and reference, with totals', async () => {
  const rows = [aRow({ amount: '1,250.50' }), aRow({ amount: 'a lot', bankCode: '999' }), aRow({ amount: '3' })]
  const { batchId } = await upload('BULK-ITEMS', '2026-11-12T12:00:00Z', { rows })
  await app.db
    .updateTable('bulk_item')
    .set({ problem: 'The amount must be a number with at most two decimals' })
    .where('batch_id', '=', batchId)
    .where('position', '=', 2)
    .execute()
  await app.db
    .updateTable('bulk_item')
    .set({ status: 'NEW', warning: 'Look at it' })
    .where('batch_id', '=', batchId)
    .where('position', '=', 3)
    .execute()

  const all = (await ada.call(bulkItems, { batchReference: 'bulk-items' })).data
  expect(all).toMatchObject({
    totalRecords: 3,
    totals: { NOT_PROCESSED: 2, NEW: 1 },
    // An unreadable amount counts as zero.
    amounts: { NOT_PROCESSED: 1250.5, NEW: 3 },
    totalAmount: 1253.5,
    batch: { batchReference: 'BULK-ITEMS', status: 'UPLOADED', totalRecords: 3, merchant: { id: merchant.id } },
  })
  expect(all.records).toMatchObject([
    {
      createdAt: '2026-11-12T12:00:00.000Z',
      line: 1,
      accountName: 'Chidi Okafor',
      accountNumber: '0123456900',
      bankName: 'Guaranty Trust Bank',
      amount: 1250.5,
      narration: 'Salary',
      reference: 'BULK-ITEMS-00001',
      status: 'NOT_PROCESSED',
      reason: null,
      transactionId: null,
    },
    { bankName: '999', amount: null, reason: 'The amount must be a number with at most two decimals' },
    { status: 'NEW', warning: 'Look at it' },
  ])
  const items = async (query: { status?: string; reference?: string; page?: number; size?: number }) => {
    const { data } = await ada.call(bulkItems, { batchReference: 'BULK-ITEMS', ...query })
    return [data.totalRecords, data.records.map(({ reference }) => reference), data.totals]
  }
  const totals = { NOT_PROCESSED: 2, NEW: 1 }
  expect(await items({ status: 'not processed' })).toEqual([2, ['BULK-ITEMS-00001', 'BULK-ITEMS-00002'], totals])
  expect(await items({ status: 'SUCCESS' })).toEqual([0, [], totals])
  expect(await items({ reference: 'bulk-items-00003' })).toEqual([1, ['BULK-ITEMS-00003'], totals])
  expect(await items({ reference: 'bulk-items-00003', status: 'NOT_PROCESSED' })).toEqual([0, [], totals])
  expect(await items({ reference: 'BULK_ITEMS' })).toEqual([0, [], totals])
  expect(await items({ page: 2, size: 2 })).toEqual([3, ['BULK-ITEMS-00003'], totals])
})

it('API-59 returns 404 for a batch that is unknown or of the other mode', async () => {
  for (const batchReference of ['BULK-NOWHERE', 'BULK-EKO', 'BULK-TEST-1']) {
    expect(await ada.call(bulkItems, { batchReference })).toMatchObject({
      status: 404,
      message: 'This batch was not found in this mode',
    })
  }
})

it('rejects a batch reference that several merchants use until the merchant is given', async () => {
  const merchants = [merchant.id, (await aMerchant(app.db)).id]
  const batchReference = 'BULK-OF-TWO'
  for (const merchantId of merchants) await upload(batchReference, '2026-11-13T10:00:00Z', { merchantId })
  expect(await ada.call(bulkItems, { batchReference })).toMatchObject({ status: 400 })
  for (const merchantId of merchants) {
    const { data } = await ada.call(bulkItems, { batchReference, merchantId })
    expect(data).toMatchObject({ totalRecords: 1, batch: { merchant: { id: merchantId } } })
  }
})
