import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { aFundedMerchant, eventually, ownAccount } from '../../testing/payouts.ts'
import { aScheduledPayout } from '../../testing/timed-payouts.ts'
import { dispatchScheduled } from './dispatch-scheduled.ts'
import { runItemJob, startItemJobs } from '../../jobs/item-jobs.ts'
import { itemJobContext, processItems } from '../../testing/run-inline.ts'

const { scheduledInfo } = contract.payouts
const hourMs = 3_600_000

let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
})
afterAll(() => app.close())

const errors: unknown[] = []
const pass = (engine = app.engine) => runItemJob(itemJobContext(engine, errors), dispatchScheduled(engine))
const info = async (scheduleId: string) => (await ada.call(scheduledInfo, { scheduleId })).data.info
const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const payoutsOf = (merchant: { id: string }) =>
  app.db
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant.id)
    .where('type', '=', 'DEBIT')
    .execute()

it('submits a scheduled payout when it is due and not before', async () => {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const { id } = await aScheduledPayout(app.db, merchant, { due_at: inMs(hourMs) })
  const before = await info(id)
  expect(before).toMatchObject({ status: 'NEW', transactionId: null })
  const schedules = startItemJobs(itemJobContext(app.engine, errors), [dispatchScheduled(app.engine)], 20)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await info(id)).status).toBe('NEW')

  app.clock.advance(hourMs)
  const after = await eventually(async () => {
    const found = await info(id)
    return found.status === 'NEW' ? null : found
  })
  await schedules.stop()
  // The charges equal those quoted before.
  expect(after).toEqual({ ...before, status: 'DISPATCHED', transactionId: expect.any(String) })
  const paid = await eventually(async () => (await payoutsOf(merchant)).find(({ status }) => status === 'SUCCESS'))
  expect(paid).toMatchObject({
    id: after.transactionId,
    category: 'BANK_TRANSFER',
    amount_kobo: 250_000n,
    reference: `SCHEDULE-${id.toUpperCase()}`,
    narration: 'Rent',
    beneficiary_number: '0123456900',
  })
  expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 1_000_000n - 250_000n - 1075n })
})

it('submits nothing after the job was stopped', async () => {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const schedules = startItemJobs(itemJobContext(app.engine, errors), [dispatchScheduled(app.engine)], 20)
  await schedules.stop()
  const { id } = await aScheduledPayout(app.db, merchant)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect((await info(id)).status).toBe('NEW')
})

it('fails a rejected payout with its reason and skips cancelled ones', async () => {
  const broke = await aMerchant(app.db)
  const refused = await aScheduledPayout(app.db, broke)
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const cancelled = await aScheduledPayout(app.db, merchant, { status: 'CANCELLED' })
  const other = await aScheduledPayout(app.db, merchant)
  await pass()
  expect(await info(refused.id)).toMatchObject({
    status: 'FAILED',
    reason: 'The paying account does not exist in this mode',
    transactionId: null,
  })
  expect((await info(cancelled.id)).status).toBe('CANCELLED')
  expect((await info(other.id)).status).toBe('DISPATCHED')
  expect(await payoutsOf(merchant)).toHaveLength(1)
  await pass()
  expect((await info(refused.id)).status).toBe('FAILED')
})

it('submits each payout once under concurrent runs', async () => {
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const created = await Promise.all(Array.from({ length: 30 }, () => aScheduledPayout(app.db, merchant)))
  const ids = created.map(({ id }) => id)
  errors.length = 0
  await Promise.all(Array.from({ length: 4 }, () => processItems(dispatchScheduled(app.engine))))
  expect(errors).toEqual([])
  expect(await payoutsOf(merchant)).toHaveLength(30)
  const rows = await app.db.selectFrom('scheduled_payout').selectAll().where('id', 'in', ids).execute()
  expect(rows.filter(({ status }) => status === 'DISPATCHED')).toHaveLength(30)
  expect(new Set(rows.map((row) => row.transaction_id)).size).toBe(30)
})

it('rolls back a payout that fails before its commit and continues with the others', async () => {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const one = await aScheduledPayout(app.db, merchant, { due_at: inMs(-1000) })
  const two = await aScheduledPayout(app.db, merchant)
  errors.length = 0
  let calls = 0
  const enqueueAll: typeof app.engine.jobs.enqueueAll = async (...job) => {
    calls += 1
    if (calls === 1) throw new Error('the power went')
    await app.engine.jobs.enqueueAll(...job)
  }
  await pass({ ...app.engine, jobs: { ...app.engine.jobs, enqueueAll } })
  expect(errors).toEqual([new Error('the power went')])
  expect((await info(one.id)).status).toBe('NEW')
  expect((await info(two.id)).status).toBe('DISPATCHED')
  app.clock.advance(15_000)
  await pass()
  expect((await info(one.id)).status).toBe('DISPATCHED')
  expect(await payoutsOf(merchant)).toHaveLength(2)
  await eventually(async () => (await payoutsOf(merchant)).every(({ status }) => status === 'SUCCESS'))
})

it('passes the ledger check after all schedule tests', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
