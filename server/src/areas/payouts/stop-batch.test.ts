import { contract } from '@kobo/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { processBatch } from '../../engine/bulk/process-batch.ts'
import { validateBatch } from '../../engine/bulk/validate-batch.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBatch, aRow, itemsOf, readBatch, someRows } from '../../testing/batches.ts'
import { aFundedMerchant, eventsOf, eventually, withEndpoint } from '../../testing/payouts.ts'
import { idleJobs } from '../../testing/run-inline.ts'
import { uuidv7 } from '../../uuid.ts'

const { bulkItems } = contract.payouts
const { stopBulk } = contract.payoutDecisions
const reason = 'Wrong file'
const stopped = ['FAILED', null, 'Stopped: Wrong file']

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }

beforeEach(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn({ firstName: 'Ada' })
  merchant = await aFundedMerchant(app.db, 1_000_000_000n)
  await withEndpoint(app.db, app.services.seal, merchant.id, 'http://127.0.0.1:9/hooks')
})
afterEach(() => app.close())

const clean = async () =>
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })

const stop = (batchId: string, by = ada) => by.call(stopBulk, { batchId, reason })
const outcomes = async (batchId: string) =>
  (await itemsOf(app.db, batchId)).map(({ status, transaction_id, problem }) => [status, transaction_id, problem])
const payouts = () =>
  app.db.selectFrom('transaction').select('id').where('merchant_id', '=', merchant.id).where('type', '=', 'DEBIT')

/** A batch whose items are checked and whose payouts only the test submits. */
async function aCheckedBatch(rows = someRows(3)) {
  const batch = await aBatch(app.db, idleJobs, merchant, rows)
  const job = { batchId: batch.batchId, merchantId: merchant.id, after: 0, attempt: 1 }
  await validateBatch({ ...app.engine, jobs: idleJobs }, job)
  return batch
}

const process = (batchId: string, jobs = app.engine.jobs) =>
  processBatch({ ...app.engine, jobs }, { batchId, merchantId: merchant.id, round: 0, idle: 0 })

it('stops a batch before its items are sent, except for what was invalid already', async () => {
  const { batchId, reference } = await aCheckedBatch([...someRows(2), aRow({ amount: 'x' })])
  expect((await ada.call(stopBulk, { batchId, reason: ' ' })).status).toBe(400)
  const before = (await ada.call(bulkItems, { batchReference: reference })).data
  expect(before).toMatchObject({ unsent: { items: 2, amount: 500.5 + 501.5 }, stop: null })
  expect(await stop(batchId)).toMatchObject({
    status: 200,
    message: 'The batch was stopped: 2 items are not sent',
    data: { stoppedItems: 2 },
  })
  const invalid = [
    'NOT_PROCESSED',
    null,
    'The amount must be a number with at most two decimals, up to ₦100,000,000.00',
  ]
  expect(await outcomes(batchId)).toEqual([stopped, stopped, invalid])
  const { data } = await ada.call(bulkItems, { batchReference: reference })
  expect(data).toMatchObject({
    batch: { status: 'COMPLETED', totalRecords: 3, totalInvalidRecords: 1 },
    totals: { FAILED: 2, NOT_PROCESSED: 1 },
    amounts: { FAILED: 1002, NOT_PROCESSED: 0 },
    unsent: { items: 0, amount: 0 },
    stop: { staffName: expect.stringMatching(/^Ada /), decidedAt: expect.any(String), reason },
  })
  await process(batchId)
  expect(await payouts().execute()).toEqual([])
  await clean()
})

it('stops a batch that is being checked, whose check then changes nothing', async () => {
  const { batchId } = await aBatch(app.db, idleJobs, merchant, someRows(2))
  expect((await stop(batchId)).status).toBe(200)
  await validateBatch(app.engine, { batchId, merchantId: merchant.id, after: 0, attempt: 1 })
  expect(await outcomes(batchId)).toEqual([stopped, stopped])
  expect(await readBatch(app.db, batchId)).toMatchObject({ status: 'COMPLETED', invalid_items: 0 })
  await clean()
})

it('lets submitted payouts run to completion and then completes the batch', async () => {
  const { batchId } = await aCheckedBatch(someRows(230))
  // Its payouts are submitted but not sent, so 200 are in progress and 30 wait.
  await process(batchId, idleJobs)
  expect((await stop(batchId)).data).toEqual({ stoppedItems: 30 })
  expect(await readBatch(app.db, batchId)).toMatchObject({ status: 'PROCESSING' })
  const items = await itemsOf(app.db, batchId)
  expect(items.slice(0, 200).every(({ status }) => status === 'PENDING')).toBe(true)
  await app.db
    .updateTable('bulk_item')
    .set({ status: 'SUCCESS' })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'PENDING')
    .execute()
  await process(batchId, idleJobs)
  expect((await readBatch(app.db, batchId)).status).toBe('COMPLETED')
  expect(await payouts().execute()).toHaveLength(200)
  await clean()
})

it('audits the stop once and notifies the merchant once, under concurrent operators', async () => {
  const { batchId, reference } = await aCheckedBatch()
  const replies = await Promise.all(Array.from({ length: 3 }, () => stop(batchId)))
  expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409, 409])
  const loser = replies.find(({ status }) => status === 409)
  expect(loser?.message).toMatch(/^Ada .* already stopped this payout batch on /)
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', batchId).execute()
  expect(audit).toMatchObject([
    { action: 'payout-batch.stop', merchant_id: merchant.id, after: { stoppedItems: 3 }, reason },
  ])
  expect(await eventsOf(app.db, merchant.id)).toMatchObject([
    {
      event: 'payout.batch_stopped',
      data: { batchId, reference, totalItems: 3, stoppedItems: 3, stoppedAmount: 500.5 + 501.5 + 502.5, reason },
    },
  ])
  await clean()
})

it('refuses a batch without items left to stop, and one that is completed or still being uploaded', async () => {
  const { batchId } = await aCheckedBatch()
  await process(batchId, idleJobs)
  expect(await stop(batchId)).toMatchObject({
    status: 409,
    message: 'Every item of this payout batch has already been submitted',
  })
  const { batchId: done } = await aBatch(app.db, app.services.jobs, merchant, [aRow()])
  await eventually(async () => (await readBatch(app.db, done)).status === 'COMPLETED')
  expect(await stop(done)).toMatchObject({ status: 409, message: 'This payout batch is already completed' })
  for (const each of [batchId, done]) expect((await readBatch(app.db, each)).decided_at).toBeNull()
})

it('refuses an auditor, an unknown ID and one of the other mode', async () => {
  const { batchId } = await aCheckedBatch()
  expect((await stop(batchId, await app.signIn({ role: 'AUDITOR' }))).status).toBe(403)
  const sandy = await app.signIn({ mode: 'SANDBOX' })
  for (const reply of [await stop(batchId, sandy), await stop(uuidv7())]) {
    expect(reply).toMatchObject({ status: 404, message: 'This payout batch was not found in this mode' })
  }
  expect((await itemsOf(app.db, batchId)).map(({ status }) => status)).toEqual(['NEW', 'NEW', 'NEW'])
})

it('either submits or stops each item when stopping races with checking and processing', async () => {
  for (const delayMs of [0, 150, 300, 600]) {
    const { batchId } = await aBatch(app.db, app.services.jobs, merchant, someRows(300))
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await stop(batchId)
    await eventually(async () => (await readBatch(app.db, batchId)).status === 'COMPLETED', 60_000)
    const items = await itemsOf(app.db, batchId)
    const sent = items.filter(({ transaction_id }) => transaction_id !== null)
    const unsent = items.filter(({ transaction_id }) => transaction_id === null)
    expect(unsent.every(({ status, problem }) => status === 'FAILED' && problem === stopped[2])).toBe(true)
    expect(sent.every(({ status }) => status === 'SUCCESS')).toBe(true)
    const own = await payouts()
      .where('reference', 'like', `${items[0]?.reference.slice(0, -5)}%`)
      .execute()
    expect(new Set(own.map(({ id }) => id))).toEqual(new Set(sent.map(({ transaction_id }) => transaction_id)))
  }
  await clean()
})
