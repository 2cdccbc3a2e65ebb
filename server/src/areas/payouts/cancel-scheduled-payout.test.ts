import { contract } from '@kobo/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dispatchScheduled } from '../../engine/schedules/dispatch-scheduled.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, eventsOf, eventually, withEndpoint } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { aScheduledPayout } from '../../testing/timed-payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { scheduledInfo } = contract.payouts
const { cancelScheduled } = contract.payoutDecisions
const reason = 'The merchant asked'

let app: TestApp
let ada: Client
let merchant: { id: string; mode: string }

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn({ firstName: 'Ada' })
})
beforeEach(async () => {
  merchant = await aFundedMerchant(app.db, 100_000_000n)
  await withEndpoint(app.db, app.services.seal, merchant.id, 'http://127.0.0.1:9/hooks')
})
afterAll(() => app.close())

const cancel = (scheduleId: string, by = ada) => by.call(cancelScheduled, { scheduleId, reason })
const info = async (scheduleId: string) => (await ada.call(scheduledInfo, { scheduleId })).data.info
const dispatch = () => processItems(dispatchScheduled(app.engine))

it('cancels a scheduled payout with a reason, an audit row and a webhook event, and never dispatches it', async () => {
  const { id } = await aScheduledPayout(app.db, merchant)
  expect((await ada.call(cancelScheduled, { scheduleId: id, reason: ' ' })).status).toBe(400)
  expect(await cancel(id)).toMatchObject({
    status: 200,
    message: 'The scheduled payout was cancelled',
    data: { status: 'CANCELLED' },
  })
  await dispatch()
  expect(await info(id)).toMatchObject({
    status: 'CANCELLED',
    reason,
    transactionId: null,
    decision: { staffName: expect.stringMatching(/^Ada /), decidedAt: expect.any(String), reason },
  })
  const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()
  expect(audit).toMatchObject([
    {
      action: 'scheduled-payout.cancel',
      record_type: 'scheduled_payout',
      merchant_id: merchant.id,
      staff_id: ada.staffId,
      before: { status: 'NEW' },
      after: { status: 'CANCELLED' },
      reason,
    },
  ])
  expect(await eventsOf(app.db, merchant.id)).toMatchObject([
    {
      event: 'payout.scheduled_cancelled',
      data: {
        scheduleId: id,
        status: 'CANCELLED',
        amount: 2500,
        beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
        reason,
      },
    },
  ])
})

it('lets one of several operators cancel and names that operator to the others', async () => {
  const { id } = await aScheduledPayout(app.db, merchant)
  const replies = await Promise.all(Array.from({ length: 4 }, () => cancel(id)))
  expect(replies.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409, 409, 409])
  const loser = replies.find(({ status }) => status === 409)
  expect(loser?.message).toMatch(/^Ada .* already cancelled this scheduled payout on /)
  expect(await eventsOf(app.db, merchant.id)).toHaveLength(1)
})

it('refuses to cancel what was dispatched, failed or cancelled by the merchant, and changes nothing', async () => {
  const messages = {
    DISPATCHED: 'This scheduled payout was already dispatched',
    FAILED: 'This scheduled payout has already failed',
    CANCELLED: 'This scheduled payout was already cancelled',
  }
  for (const [status, message] of Object.entries(messages)) {
    const { id } = await aScheduledPayout(app.db, merchant, { status })
    expect(await cancel(id)).toMatchObject({ status: 409, message })
    expect(await info(id)).toMatchObject({ status, decision: null })
  }
  expect(await eventsOf(app.db, merchant.id)).toEqual([])
})

it('refuses an auditor, an unknown ID and one of the other mode', async () => {
  const { id } = await aScheduledPayout(app.db, merchant)
  expect((await cancel(id, await app.signIn({ role: 'AUDITOR' }))).status).toBe(403)
  const sandy = await app.signIn({ mode: 'SANDBOX' })
  for (const reply of [await cancel(id, sandy), await cancel(uuidv7())]) {
    expect(reply).toMatchObject({ status: 404, message: 'This scheduled payout was not found in this mode' })
  }
  expect((await info(id)).status).toBe('NEW')
})

it('waits for a dispatch in progress and then reports it', async () => {
  const { id } = await aScheduledPayout(app.db, merchant)
  let submitted = () => {}
  const isSubmitting = new Promise<void>((resolve) => {
    submitted = resolve
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const enqueueAll: typeof app.engine.jobs.enqueueAll = async (...job) => {
    submitted()
    await released
    await app.engine.jobs.enqueueAll(...job)
  }
  const dispatching = dispatchScheduled({ ...app.engine, jobs: { ...app.engine.jobs, enqueueAll } }).process(id, '')
  await isSubmitting
  const cancelling = cancel(id)
  await eventually(async () => {
    const waiting = await app.database.pool.query(
      `select from pg_locks where not granted and locktype = 'transactionid'`,
    )
    return waiting.rowCount !== 0
  })
  release()
  await dispatching
  expect(await cancelling).toMatchObject({ status: 409, message: 'This scheduled payout was already dispatched' })
  expect(await info(id)).toMatchObject({ status: 'DISPATCHED', transactionId: expect.any(String) })
})

it('has one winner per payout when cancelling races with dispatching', async () => {
  const created = await Promise.all(Array.from({ length: 30 }, () => aScheduledPayout(app.db, merchant)))
  const [replies] = await Promise.all([
    Promise.all(created.map(({ id }) => cancel(id))),
    ...Array.from({ length: 3 }, () => dispatch()),
  ])
  await dispatch()
  const payouts = app.db.selectFrom('transaction').select('id').where('merchant_id', '=', merchant.id)
  const sent = new Set((await payouts.where('type', '=', 'DEBIT').execute()).map(({ id }) => id))
  for (const [place, { id }] of created.entries()) {
    const { status, transactionId } = await info(id)
    const isCancelled = replies[place]?.status === 200
    if (!isCancelled) expect(replies[place]?.status).toBe(409)
    expect([status, sent.delete(transactionId ?? '')]).toEqual(
      isCancelled ? ['CANCELLED', false] : ['DISPATCHED', true],
    )
  }
  expect(sent.size).toBe(0)
})

it('passes the ledger check after all cancellations', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
