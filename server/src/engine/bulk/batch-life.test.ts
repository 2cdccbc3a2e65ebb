import { afterEach, expect, it } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import { startApp, type TestApp, type TestAppOptions } from '../../testing/app.ts'
import { aBatch, aRow, itemsOf, readBatch, someRows } from '../../testing/batches.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { idleJobs } from '../../testing/run-inline.ts'
import { openExternalServices } from '../../rails/external-services.ts'
import type { Switch } from '../../rails/switch.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Engine } from '../engine.ts'
import { BatchRefusal } from './open-batch.ts'
import { processBatch } from './process-batch.ts'
import { validateBatch } from './validate-batch.ts'

let app: TestApp
afterEach(() => app.close())

async function start(options: TestAppOptions = {}) {
  app = await startApp({ rails: 'running', delays: { requerySeconds: () => 0.1 }, ...options })
  return await aFundedMerchant(app.db, 1_000_000_000n)
}

async function ended(batchId: string, withinMs = 15_000) {
  await eventually(async () => (await readBatch(app.db, batchId)).status === 'COMPLETED', withinMs)
  return await itemsOf(app.db, batchId)
}

it('validates every item and sends each valid one once under its own reference', async () => {
  const merchant = await start()
  const rows = [
    aRow(),
    aRow({ accountNumber: '012345690' }),
    aRow({ bankCode: '000' }),
    aRow({ amount: 'two thousand' }),
    aRow({ amount: '0.00' }),
    aRow({ amount: '10.005' }),
    aRow({ bankCode: '000013', amount: ' 2,500.00 ' }),
    aRow({ accountNumber: '0123456804' }),
    aRow({ accountNumber: '0123456951', amount: '10' }),
    aRow({ accountNumber: '0123456785', amount: '12.5' }),
    aRow({ accountNumber: null, bankCode: null, amount: '' }),
  ]
  const { batchId, reference } = await aBatch(app.db, app.services.jobs, merchant, rows)
  const items = await ended(batchId)
  expect(items.map(({ status, problem }) => [status, problem])).toEqual([
    ['SUCCESS', null],
    ['NOT_PROCESSED', 'The account number must have 10 digits'],
    ['NOT_PROCESSED', 'There is no bank with the code 000'],
    ['NOT_PROCESSED', 'The amount must be a number with at most two decimals, up to ₦100,000,000.00'],
    ['NOT_PROCESSED', 'The amount must be more than zero'],
    ['NOT_PROCESSED', 'The amount must be a number with at most two decimals, up to ₦100,000,000.00'],
    ['NOT_PROCESSED', 'Duplicate of item 1: same account and amount'],
    ['NOT_PROCESSED', 'The name enquiry failed: Invalid account (07)'],
    ['FAILED', 'The switch rejected it: Insufficient funds (51)'],
    ['SUCCESS', null],
    ['NOT_PROCESSED', 'The account number must have 10 digits'],
  ])
  // A wrong check digit only warns; the item is sent under the name from the bank.
  expect(items.map(({ warning }) => warning !== null)).toEqual(rows.map((_, place) => place === 0 || place === 8))
  expect(items[0]?.beneficiary_name).not.toBe('Chidi Okafor')
  expect(await readBatch(app.db, batchId)).toMatchObject({ total_items: 11, invalid_items: 8 })

  const sent = await app.db
    .selectFrom('transaction')
    .selectAll()
    .where('type', '=', 'DEBIT')
    .orderBy('reference')
    .execute()
  expect(sent.map((row) => [row.reference, row.status, row.amount_kobo, row.id])).toEqual(
    items
      .filter(({ transaction_id }) => transaction_id !== null)
      .map((item) => [item.reference, item.status, item.amount_kobo, item.transaction_id]),
  )
  expect(sent.map((row) => row.reference)).toEqual([1, 9, 10].map((n) => `${reference}-${String(n).padStart(5, '0')}`))
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})

it('completes a batch without valid items and sends nothing', async () => {
  const merchant = await start()
  const rows = ['-1', 'x', '999,999,999,999,999'].map((amount) => aRow({ amount }))
  const { batchId } = await aBatch(app.db, app.services.jobs, merchant, rows)
  await ended(batchId)
  expect(await readBatch(app.db, batchId)).toMatchObject({ total_items: 3, invalid_items: 3 })
  const sent = await app.db.selectFrom('transaction').select('id').where('type', '=', 'DEBIT').execute()
  expect(sent).toEqual([])
})

it('retries a name enquiry without a response and finally marks the item as invalid', async () => {
  const merchant = await start({ settings: { switchTimeoutMs: 100 }, delays: { requerySeconds: () => 0.05 } })
  const rows = [aRow({ accountNumber: '0123456805' }), aRow()]
  const { batchId } = await aBatch(app.db, app.services.jobs, merchant, rows)
  await eventually(async () => (await itemsOf(app.db, batchId))[1]?.status === 'NEW')
  expect(await readBatch(app.db, batchId)).toMatchObject({ status: 'UPLOADED', invalid_items: 0 })
  const items = await ended(batchId)
  expect(items.map(({ status, problem }) => [status, problem])).toEqual([
    ['NOT_PROCESSED', 'The name enquiry failed: no response'],
    ['SUCCESS', null],
  ])
})

it('waits while the switch is unreachable and marks no item as invalid for it', async () => {
  const merchant = await start({ rails: 'running', settings: { switchUrl: 'http://127.0.0.1:9' } })
  const { batchId } = await aBatch(app.db, app.services.jobs, merchant, [aRow(), aRow({ amount: 'x' })])
  const job = { batchId, merchantId: merchant.id, after: 0, attempt: 99 }
  await expect(validateBatch(app.engine, job)).rejects.toThrow('no switch')
  expect(await readBatch(app.db, batchId)).toMatchObject({ status: 'UPLOADED', invalid_items: 1 })
  expect((await itemsOf(app.db, batchId)).map(({ problem }) => problem)).toEqual([
    null,
    'The amount must be a number with at most two decimals, up to ₦100,000,000.00',
  ])
  const services = openExternalServices({ ...app.services.settings, switchUrl: null }, app.simulator?.url ?? null)
  await validateBatch({ ...app.engine, outside: services }, job)
  expect((await readBatch(app.db, batchId)).status).toBe('PROCESSING')
})

/** The engine, with a switch whose name enquiries fail with the problem that `fails` returns for an account. */
function withFailures(fails: (accountNumber: string) => string | null): Engine {
  const { outside } = app.engine
  const running = outside.switch
  if (!running) throw new Error('No switch')
  const failing: Switch = {
    ...running,
    async nameEnquiry(route, enquiry) {
      const problem = fails(enquiry.accountNumber)
      if (problem === null) return await running.nameEnquiry(route, enquiry)
      return { code: null, request: {}, response: null, problem, accountName: null }
    },
  }
  return { ...app.engine, jobs: idleJobs, outside: { ...outside, switch: failing } }
}

it.each(['unreadable', 'another session', 'status 400', 'status 500', 'connection lost'])(
  'checks all other items when the name enquiry of one fails (%s), and finally marks that one as invalid',
  async (problem) => {
    const merchant = await start()
    const odd = '0123456785'
    const rows = [aRow({ accountNumber: odd }), aRow()]
    const { batchId } = await aBatch(app.db, idleJobs, merchant, rows)
    const engine = withFailures((accountNumber) => (accountNumber === odd ? problem : null))
    const pass = (attempt: number) => validateBatch(engine, { batchId, merchantId: merchant.id, after: 0, attempt })
    // Before any other item was answered, the switch itself may be unavailable.
    await pass(1).catch((error: unknown) => expect(error).toBeInstanceOf(RetryLaterError))
    const found = async () => (await itemsOf(app.db, batchId)).map((item) => [item.status, item.problem])
    for (const attempt of [1, 7]) {
      await pass(attempt)
      expect(await found()).toEqual([
        ['NOT_PROCESSED', null],
        ['NEW', null],
      ])
    }
    await pass(8)
    expect(await found()).toEqual([
      ['NOT_PROCESSED', 'The name enquiry failed: no response'],
      ['NEW', null],
    ])
    expect((await readBatch(app.db, batchId)).status).toBe('PROCESSING')
  },
)

it.each(['status 503', 'connection lost'])(
  'waits while the switch fails every name enquiry (%s), although it answered some before',
  async (problem) => {
    const merchant = await start()
    const silent = '0123456785'
    const { batchId } = await aBatch(app.db, idleJobs, merchant, [aRow(), aRow({ accountNumber: silent })])
    const job = { batchId, merchantId: merchant.id, after: 0, attempt: 1 }
    await validateBatch(
      withFailures((accountNumber) => (accountNumber === silent ? 'timeout' : null)),
      job,
    )
    await expect(
      validateBatch(
        withFailures(() => problem),
        { ...job, attempt: 99 },
      ),
    ).rejects.toThrow('no switch')
    expect(await readBatch(app.db, batchId)).toMatchObject({ status: 'UPLOADED', invalid_items: 0 })
    await validateBatch(
      withFailures(() => null),
      { ...job, attempt: 99 },
    )
    expect((await readBatch(app.db, batchId)).status).toBe('PROCESSING')
  },
)

it('counts each invalid item once when several jobs validate a batch concurrently', async () => {
  const merchant = await start()
  const rows = someRows(300).map((row, place) => (place % 3 === 0 ? { ...row, amount: 'x' } : row))
  const { batchId } = await aBatch(app.db, app.services.jobs, merchant, rows)
  await Promise.all(
    Array.from({ length: 4 }, () =>
      validateBatch(app.engine, { batchId, merchantId: merchant.id, after: 0, attempt: 1 }),
    ),
  )
  const items = await ended(batchId, 30_000)
  expect((await readBatch(app.db, batchId)).invalid_items).toBe(100)
  expect(items.filter(({ status }) => status === 'SUCCESS').length).toBe(200)
}, 120_000)

it('keeps at most 200 payouts of a batch in progress', async () => {
  const merchant = await start()
  const batchId = await aCheckedBatch(merchant, 260)
  const open = async () => (await itemsOf(app.db, batchId)).filter(({ status }) => status === 'PENDING')
  await processBatch({ ...app.engine, jobs: idleJobs }, { batchId, merchantId: merchant.id, round: 0, idle: 0 })
  const first = await open()
  expect(first).toHaveLength(200)
  for (const item of first.slice(0, 10)) {
    await app.db.updateTable('bulk_item').set({ status: 'SUCCESS' }).where('id', '=', item.id).execute()
  }
  await processBatch({ ...app.engine, jobs: idleJobs }, { batchId, merchantId: merchant.id, round: 1, idle: 0 })
  expect(await open()).toHaveLength(200)
})

it('creates one payout per item although processing is interrupted', async () => {
  const merchant = await start()
  const batchId = await aCheckedBatch(merchant, 60)
  let groups = 0
  const breaking: Jobs = {
    ...idleJobs,
    enqueueAll: async () => {
      groups += 1
      if (groups <= 2) throw new Error('The worker is gone')
    },
  }
  const job = { batchId, merchantId: merchant.id, round: 0, idle: 0 }
  for (let broken = 0; broken < 2; broken++) {
    await expect(processBatch({ ...app.engine, jobs: breaking }, job)).rejects.toThrow('gone')
  }
  await processBatch({ ...app.engine, jobs: breaking }, job)
  const items = await itemsOf(app.db, batchId)
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['PENDING']))
  const sent = await app.db.selectFrom('transaction').select('id').where('type', '=', 'DEBIT').execute()
  expect(sent).toHaveLength(items.length)
  expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(items.map(({ transaction_id }) => transaction_id)))
})

/** A validated batch of which nothing is submitted or queued. */
async function aCheckedBatch(merchant: { id: string; mode: string }, count: number) {
  const { batchId } = await aBatch(app.db, idleJobs, merchant, someRows(count))
  await validateBatch({ ...app.engine, jobs: idleJobs }, { batchId, merchantId: merchant.id, after: 0, attempt: 1 })
  return batchId
}

it('rejects a reference that was already used, in any letter case', async () => {
  const merchant = await start()
  await aBatch(app.db, app.services.jobs, merchant, [aRow()], 'BULK-ONE')
  await expect(aBatch(app.db, app.services.jobs, merchant, [aRow({ amount: '1' })], 'bulk-one')).rejects.toThrow(
    BatchRefusal,
  )
})

it('fails an item whose payout is rejected and continues with the next', async () => {
  const merchant = await start()
  const jobs = app.services.jobs
  await aBatch(app.db, jobs, merchant, [aRow()], 'BULK-A')
  await eventually(async () =>
    app.db.selectFrom('transaction').select('id').where('reference', '=', 'BULK-A-00001').executeTakeFirst(),
  )
  for (const table of ['transaction', 'reference_key'] as const) {
    await app.db.updateTable(table).set({ reference: 'BULK-B-00001' }).where('reference', '=', 'BULK-A-00001').execute()
  }
  const { batchId } = await aBatch(app.db, jobs, merchant, [aRow(), aRow({ amount: '3' })], 'BULK-B')
  const items = await ended(batchId)
  expect(items.map(({ status, problem }) => [status, problem])).toEqual([
    ['FAILED', 'The reference BULK-B-00001 was already used'],
    ['SUCCESS', null],
  ])
})
