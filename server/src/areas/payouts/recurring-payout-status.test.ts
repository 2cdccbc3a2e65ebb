import { contract } from '@kobo/contract'
import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { nthDay } from '../../engine/schedules/recurrence.ts'
import { runRecurring } from '../../engine/schedules/run-recurring.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, eventsOf, withEndpoint } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { aRecurringPayout } from '../../testing/timed-payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { recurrentInfo } = contract.payouts
const { pauseRecurrent, resumeRecurrent, endRecurrent } = contract.payoutDecisions
const reason = 'The merchant asked'

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
beforeEach(async () => {
  // A test that advances the clock ends the sessions of the earlier ones.
  ada = await app.signIn({ firstName: 'Ada' })
  merchant = await aFundedMerchant(app.db, 100_000_000n)
  await withEndpoint(app.db, app.services.seal, merchant.id, 'http://127.0.0.1:9/hooks')
})
afterAll(() => app.close())

const pause = (recurrentId: string, by = ada) => by.call(pauseRecurrent, { recurrentId, reason })
const resume = (recurrentId: string, by = ada) => by.call(resumeRecurrent, { recurrentId })
const end = (recurrentId: string, by = ada) => by.call(endRecurrent, { recurrentId, reason })
const info = async (recurrentId: string) => (await ada.call(recurrentInfo, { recurrentId })).data.info
const run = () => processItems(runRecurring(app.engine))
const daysFromNow = (n: number) => nthDay(lagosDay(app.clock.now()), 'daily', n)
const daily = (fields: object = {}) =>
  aRecurringPayout(app.db, merchant, { start_day: daysFromNow(-3), interval: 'daily', ...fields })
const runsOf = async (id: string) => {
  const runs = app.db.selectFrom('recurring_run').select('day').where('recurring_id', '=', id)
  return (await runs.orderBy('day').execute()).map(({ day }) => day)
}
const auditOf = (id: string) =>
  app.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('at').orderBy('id').execute()

it('pauses an active recurring payout, which then does not run', async () => {
  const { id } = await daily()
  expect((await ada.call(pauseRecurrent, { recurrentId: id, reason: '' })).status).toBe(400)
  expect(await pause(id)).toMatchObject({ status: 200, data: { status: 'INACTIVE' } })
  await run()
  expect(await runsOf(id)).toEqual([])
  // The day on which it runs if resumed now.
  expect(await info(id)).toMatchObject({
    status: 'INACTIVE',
    nextDate: daysFromNow(1),
    decision: { staffName: expect.stringMatching(/^Ada /), reason },
  })
})

it('resumes with the first run after today, without making up missed runs', async () => {
  const { id } = await daily()
  await run()
  await pause(id)
  app.clock.advance(3 * 86_400_000)
  ada = await app.signIn({ firstName: 'Ada' })
  const day = daysFromNow(1)
  expect(await resume(id)).toMatchObject({
    status: 200,
    message: `The recurring payout was resumed. It runs next on ${day.split('-').reverse().join('-')}`,
    data: { status: 'ACTIVE' },
  })
  await run()
  expect(await runsOf(id)).toEqual([-6, -5, -4, -3].map(daysFromNow))
  expect(await info(id)).toMatchObject({ status: 'ACTIVE', nextDate: day, decision: { reason: null } })
  app.clock.advance(86_400_000)
  await run()
  expect((await runsOf(id)).at(-1)).toBe(day)
})

it('counts the next run after a pause from the first day', async () => {
  const { id } = await aRecurringPayout(app.db, merchant, {
    start_day: '2024-01-31',
    status: 'INACTIVE',
    interval: 'monthly',
  })
  await resume(id)
  const { nextDate } = await info(id)
  const [year = 0, month = 0] = (nextDate ?? '').split('-').map(Number)
  expect(Number(nextDate?.slice(8))).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate())
  expect(nextDate && nextDate > daysFromNow(0) && nextDate <= daysFromNow(31)).toBe(true)
})

it('refuses to resume after the last run, which can only be ended', async () => {
  const { id } = await daily({ status: 'INACTIVE', end_day: daysFromNow(0) })
  expect((await info(id)).nextDate).toBeNull()
  expect(await resume(id)).toMatchObject({
    status: 409,
    message: 'This recurring payout has no run left. End it instead',
  })
  expect((await info(id)).status).toBe('INACTIVE')
  expect((await end(id)).status).toBe(200)
})

it.each(['ACTIVE', 'INACTIVE'])('ends a recurring payout that is %s, permanently', async (status) => {
  const { id } = await daily({ status })
  expect((await ada.call(endRecurrent, { recurrentId: id, reason: ' ' })).status).toBe(400)
  expect(await end(id)).toMatchObject({ status: 200, data: { status: 'CANCELLED' } })
  await run()
  expect(await runsOf(id)).toEqual([])
  expect(await info(id)).toMatchObject({ status: 'CANCELLED', nextDate: null, decision: { reason } })
  for (const reply of [await resume(id), await pause(id), await end(id)]) {
    expect(reply).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Ada .* already ended this recurring payout on /),
    })
  }
})

it('audits each decision and notifies the merchant', async () => {
  const { id } = await daily({ start_day: daysFromNow(1) })
  await pause(id)
  await resume(id)
  await end(id)
  expect(await auditOf(id)).toMatchObject([
    { action: 'recurring-payout.pause', before: { status: 'ACTIVE' }, after: { status: 'INACTIVE' }, reason },
    { action: 'recurring-payout.resume', before: { status: 'INACTIVE' }, after: { status: 'ACTIVE' }, reason: null },
    { action: 'recurring-payout.end', before: { status: 'ACTIVE' }, after: { status: 'CANCELLED' }, reason },
  ])
  const shared = { recurrentId: id, amount: 2500, interval: 'daily', beneficiary: { accountNumber: '0123456900' } }
  expect(await eventsOf(app.db, merchant.id)).toMatchObject([
    { event: 'payout.recurring_paused', data: { ...shared, status: 'INACTIVE', nextDate: null, reason } },
    { event: 'payout.recurring_resumed', data: { ...shared, status: 'ACTIVE', nextDate: daysFromNow(1) } },
    { event: 'payout.recurring_ended', data: { ...shared, status: 'CANCELLED', nextDate: null, reason } },
  ])
})

it('refuses what the status does not allow', async () => {
  const messages: [string, (id: string) => Promise<{ status: number; message: string }>, string][] = [
    ['ACTIVE', resume, 'is already active'],
    ['INACTIVE', pause, 'is already paused'],
    ['CANCELLED', pause, 'has already ended'],
    ['COMPLETED', resume, 'is already completed'],
    ['COMPLETED', end, 'is already completed'],
    ['FAILED', end, 'has already failed'],
  ]
  for (const [status, decide, message] of messages) {
    const { id } = await daily({ status })
    expect(await decide(id)).toMatchObject({ status: 409, message: `This recurring payout ${message}` })
    expect(await info(id)).toMatchObject({ status, decision: null })
  }
  expect(await eventsOf(app.db, merchant.id)).toEqual([])
})

it('refuses an auditor, an unknown ID and one of the other mode', async () => {
  const active = await daily()
  const paused = await daily({ status: 'INACTIVE' })
  const auditor = await app.signIn({ role: 'AUDITOR' })
  const sandy = await app.signIn({ mode: 'SANDBOX' })
  for (const [decide, id] of [
    [pause, active.id],
    [resume, paused.id],
    [end, active.id],
  ] as const) {
    expect((await decide(id, auditor)).status).toBe(403)
    for (const reply of [await decide(id, sandy), await decide(uuidv7())]) {
      expect(reply).toMatchObject({ status: 404, message: 'This recurring payout was not found in this mode' })
    }
  }
  expect([(await info(active.id)).status, (await info(paused.id)).status]).toEqual(['ACTIVE', 'INACTIVE'])
})

it('lets one of several operators pause, and one resume', async () => {
  const { id } = await daily({ start_day: daysFromNow(1) })
  for (const [decide, verb] of [
    [pause, 'paused'],
    [resume, 'resumed'],
  ] as const) {
    const replies = await Promise.all(Array.from({ length: 3 }, () => decide(id)))
    expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409, 409])
    const loser = replies.find(({ status }) => status === 409)
    expect(loser?.message).toMatch(new RegExp(`^Ada .* already ${verb} this recurring payout on `))
  }
})

it('makes no run after the pause when pausing races with running', async () => {
  const created = await Promise.all(Array.from({ length: 12 }, () => daily()))
  const [replies] = await Promise.all([
    Promise.all(created.map(({ id }) => pause(id))),
    ...Array.from({ length: 3 }, () => run()),
  ])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const paused = await Promise.all(created.map(({ id }) => runsOf(id)))
  await run()
  expect(await Promise.all(created.map(({ id }) => runsOf(id)))).toEqual(paused)
  // Each run has its payout, and no payout is without a run.
  const payouts = app.db.selectFrom('transaction').select('id').where('merchant_id', '=', merchant.id)
  expect(await payouts.where('type', '=', 'DEBIT').execute()).toHaveLength(paused.flat().length)
})

it('passes the ledger check after all decisions', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
