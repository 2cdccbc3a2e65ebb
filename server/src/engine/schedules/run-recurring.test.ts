import { contract } from '@kobo/contract'
import { dayEnd, lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { aRecurringPayout } from '../../testing/timed-payouts.ts'
import { nthDay } from './recurrence.ts'
import { mostRunsAtOnce, runRecurring } from './run-recurring.ts'
import { dispatchScheduled } from './dispatch-scheduled.ts'
import { runItemJob, startItemJobs } from '../../jobs/item-jobs.ts'
import { itemJobContext } from '../../testing/run-inline.ts'

const { recurrentInfo } = contract.payouts
const minuteMs = 60_000

let app: TestApp

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
afterAll(() => app.close())

const errors: unknown[] = []
const pass = (engine = app.engine) => runItemJob(itemJobContext(engine, errors), runRecurring(engine))
/** Uses its own session, because the clock advances beyond a session's lifetime. */
const info = async (recurrentId: string) => (await (await app.signIn()).call(recurrentInfo, { recurrentId })).data.info
const today = () => lagosDay(app.clock.now())
const daysFromNow = (n: number) => nthDay(today(), 'daily', n)
const runsOf = (id: string) =>
  app.db.selectFrom('recurring_run').selectAll().where('recurring_id', '=', id).orderBy('day').execute()
const payoutsOf = (merchant: { id: string }) =>
  app.db
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant.id)
    .where('type', '=', 'DEBIT')
    .orderBy('reference')
    .execute()

it('submits a recurring payout once a day from midnight in Lagos', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const tomorrow = daysFromNow(1)
  const { id } = await aRecurringPayout(app.db, merchant, { start_day: tomorrow, interval: 'daily' })
  app.clock.advance(dayEnd(today()).getTime() - app.clock.now().getTime() - minuteMs)
  const schedules = startItemJobs(itemJobContext(app.engine, errors), [runRecurring(app.engine)], 20)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await info(id)).toMatchObject({ status: 'ACTIVE', runs: 0, nextDate: tomorrow })

  app.clock.advance(minuteMs)
  await eventually(async () => (await info(id)).runs === 1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await schedules.stop()
  expect(await info(id)).toMatchObject({ status: 'ACTIVE', runs: 1, nextDate: nthDay(tomorrow, 'daily', 1) })
  const [paid, ...others] = await eventually(async () => {
    const payouts = await payoutsOf(merchant)
    return payouts[0]?.status === 'SUCCESS' && payouts
  })
  expect(others).toEqual([])
  expect(paid).toMatchObject({
    amount_kobo: 250_000n,
    reference: `RECURRING-${id.toUpperCase()}-${tomorrow.replaceAll('-', '')}`,
  })
  expect(await runsOf(id)).toEqual([
    { recurring_id: id, day: tomorrow, merchant_id: merchant.id, transaction_id: paid?.id, problem: null },
  ])
})

it('runs while scheduled payouts are blocked', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const { id } = await aRecurringPayout(app.db, merchant, { start_day: today() })
  const blocking = await app.db.startTransaction().execute()
  await sql`lock table scheduled_payout in access exclusive mode`.execute(blocking)
  const schedules = startItemJobs(itemJobContext(app.engine, errors), [
    dispatchScheduled(app.engine),
    runRecurring(app.engine),
  ])
  const runs = await eventually(async () => {
    const stored = await runsOf(id)
    return stored.length > 0 && stored
  })
  expect(runs).toMatchObject([{ day: today(), problem: null }])
  await blocking.rollback().execute()
  await schedules.stop()
})

it('counts months from the first day so that a short month shifts no later run', async () => {
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const { id } = await aRecurringPayout(app.db, merchant, { start_day: '2025-12-31', end_day: '2026-05-30' })
  await pass()
  expect((await runsOf(id)).map(({ day }) => day)).toEqual([
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ])
  expect(await info(id)).toMatchObject({ status: 'COMPLETED', runs: 5, nextDate: null })
})

it('submits missed days once each, oldest first, up to the limit of a pass', async () => {
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const start_day = daysFromNow(-39)
  const { id } = await aRecurringPayout(app.db, merchant, { start_day, interval: 'daily' })
  await pass()
  expect((await runsOf(id)).map(({ day }) => day)).toEqual(
    Array.from({ length: mostRunsAtOnce }, (_, n) => nthDay(start_day, 'daily', n)),
  )
  await pass()
  await pass()
  expect(await runsOf(id)).toHaveLength(40)
  expect(await payoutsOf(merchant)).toHaveLength(40)
  expect(await info(id)).toMatchObject({ runs: 40, nextDate: daysFromNow(1) })
})

it('completes with the run on the last day, or without one when that day has passed', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const onLast = await aRecurringPayout(app.db, merchant, { start_day: today(), end_day: today(), interval: 'weekly' })
  const past = await aRecurringPayout(app.db, merchant, {
    start_day: daysFromNow(-8),
    end_day: daysFromNow(-2),
    next_day: daysFromNow(-1),
    next_run: 1,
    interval: 'weekly',
  })
  const dayLeft = await aRecurringPayout(app.db, merchant, {
    start_day: daysFromNow(-7),
    end_day: daysFromNow(7),
    interval: 'weekly',
  })
  await pass()
  expect(await info(onLast.id)).toMatchObject({ status: 'COMPLETED', runs: 1, nextDate: null })
  expect(await info(past.id)).toMatchObject({ status: 'COMPLETED', runs: 0, nextDate: null })
  expect(await info(dayLeft.id)).toMatchObject({ status: 'ACTIVE', runs: 2, nextDate: daysFromNow(7) })
})

it('skips recurring payouts that are not active', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const ids: string[] = []
  for (const status of ['INACTIVE', 'CANCELLED', 'COMPLETED', 'FAILED']) {
    ids.push((await aRecurringPayout(app.db, merchant, { start_day: daysFromNow(-1), status })).id)
  }
  await pass()
  for (const id of ids) expect((await info(id)).runs).toBe(0)
  expect(await payoutsOf(merchant)).toEqual([])
})

it('fails with the reason when the payout is rejected', async () => {
  const { id } = await aRecurringPayout(app.db, await aMerchant(app.db), { start_day: daysFromNow(-1) })
  await pass()
  expect(await info(id)).toMatchObject({ status: 'FAILED', runs: 0, nextDate: null })
  expect(await runsOf(id)).toMatchObject([
    { day: daysFromNow(-1), transaction_id: null, problem: 'The paying account does not exist in this mode' },
  ])
})

it('makes each run once under concurrent passes', async () => {
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const ids: string[] = []
  for (let number = 0; number < 6; number++) {
    ids.push((await aRecurringPayout(app.db, merchant, { start_day: daysFromNow(-4), interval: 'daily' })).id)
  }
  errors.length = 0
  await Promise.all(Array.from({ length: 4 }, () => pass()))
  expect(errors).toEqual([])
  await pass()
  expect(await payoutsOf(merchant)).toHaveLength(30)
  for (const id of ids) expect(await runsOf(id)).toHaveLength(5)
})

it('rolls back a run that fails before its commit', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const { id } = await aRecurringPayout(app.db, merchant, { start_day: today() })
  errors.length = 0
  const enqueueAll = async () => {
    throw new Error('the power went')
  }
  await pass({ ...app.engine, jobs: { ...app.engine.jobs, enqueueAll } })
  expect(errors).toEqual([new Error('the power went')])
  expect(await runsOf(id)).toEqual([])
  expect(await payoutsOf(merchant)).toEqual([])
  app.clock.advance(15_000)
  await pass()
  await pass()
  expect(await runsOf(id)).toHaveLength(1)
  expect(await payoutsOf(merchant)).toHaveLength(1)
})

it('passes the ledger check after all recurring payout tests', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
