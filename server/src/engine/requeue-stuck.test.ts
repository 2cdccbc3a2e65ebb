import { contract } from '@kobo/contract'
import { afterEach, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { receiverLane } from '../rails/lanes.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { idAt } from '../testing/factories.ts'
import { aFundedMerchant, aPayout, eventually, withEndpoint } from '../testing/payouts.ts'
import { sweepPayouts, sweepStatusQueries, sweepWebhooks } from './requeue-stuck.ts'
import { processItems } from '../testing/run-inline.ts'
import { queueEvents } from './webhooks/queue-events.ts'

let app: TestApp
afterEach(() => app.close())

const sweep = async () =>
  (await processItems(sweepPayouts(app.engine))) + (await processItems(sweepStatusQueries(app.engine)))
const statusOf = async (id: string) =>
  (await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Simulates a worker or database that died at the worst moment. */
async function loseJobs() {
  await app.database.pool.query("delete from pgboss.job where name in ('payout', 'requery')")
}

it('requeues only payouts that are queued or pending without a job', async () => {
  app = await startApp({ rails: { settlesAfterMs: 0 }, delays: { requerySeconds: () => 3_600 } })
  const { jobs } = app.services
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const pending = await aPayout(app.db, jobs, { merchant, accountNumber: '0123456909' })
  await eventually(async () => {
    const { rows } = await app.database.pool.query("select from pgboss.job where name = 'requery'")
    return rows.length === 1
  })
  const queued = await aPayout(app.db, { ...jobs, enqueue: async () => {}, enqueueAll: async () => {} }, { merchant })
  // Too young: a job may still arrive.
  expect(await sweep()).toBe(0)
  app.clock.advance(180_000)
  // The other payout's next status query is still scheduled, so it is left alone.
  expect(await sweep()).toBe(1)
  await eventually(async () => (await statusOf(queued)) === 'SUCCESS')
  expect(await statusOf(pending)).toBe('PENDING')
  await loseJobs()
  expect(await sweep()).toBe(1)
  await eventually(async () => (await statusOf(pending)) === 'SUCCESS')
  expect(await sweep()).toBe(0)
})

it('queries a pending payout although the keys of earlier status queries are stored', async () => {
  app = await startApp({ rails: { settlesAfterMs: 600_000 }, delays: { requerySeconds: () => 0.1 } })
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber: '0123456909' })
  const queuedQueries = async () =>
    (
      await app.db
        .selectFrom('payout_log')
        .select('id')
        .where('transaction_id', '=', id)
        .where('category', '=', 'TRANSACTION_STATUS')
        .execute()
    ).length
  await eventually(async () => (await queuedQueries()) >= 2)
  app.clock.advance(180_000)
  const before = await eventually(async () => {
    await loseJobs()
    const seen = await queuedQueries()
    return (await sweep()) === 1 ? seen : undefined
  })
  await eventually(async () => (await queuedQueries()) >= before + 3)
  expect(await statusOf(id)).toBe('PENDING')
})

it('requeues the lost status query of an unconfirmed payout', async () => {
  app = await startApp({
    rails: { settlesAfterMs: 600_000 },
    delays: { requerySeconds: () => 3_600, unconfirmedSeconds: () => 3_600 },
  })
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const { pool } = app.database
  const questions = async () => {
    const { rows } = await pool.query<{ attempt: string }>(
      "select data ->> 'attempt' as attempt from pgboss.job where name = 'requery' order by 1",
    )
    return rows.map(({ attempt }) => attempt)
  }
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber: '0123456909' })
  await eventually(async () => (await questions()).length === 1)
  const ada = await app.signIn()
  const { markFailed } = contract.transactions
  await ada.call(markFailed, { transactionId: id, reason: 'Confirmed with the bank by telephone' })
  expect(await questions()).toEqual(['1', '2'])
  expect(await sweep()).toBe(0)
  // The remaining query's number has passed.
  await pool.query("delete from pgboss.job where name = 'requery' and data ->> 'attempt' = '2'")
  expect(await sweep()).toBe(1)
  await eventually(async () => (await questions()).includes('3'))
  expect(await sweep()).toBe(0)
  await loseJobs()
  await pool.query('update outside.payment set told_from = now()')
  expect(await sweep()).toBe(1)
  await eventually(async () => {
    const row = app.db.selectFrom('transaction').select(['alert', 'asked_until']).where('id', '=', id)
    const { alert, asked_until } = await row.executeTakeFirstOrThrow()
    return alert?.includes('approved this payout after it had failed') && asked_until === null
  })
  expect(await sweep()).toBe(0)
})

it('sends no status query after the window of an unconfirmed payout has passed', async () => {
  app = await startApp({ rails: {}, delays: { requerySeconds: () => 3_600, unconfirmedSeconds: () => 3_600 } })
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber: '0123456909' })
  await eventually(async () => (await statusOf(id)) === 'PENDING')
  await app.db
    .updateTable('transaction')
    .set({ status: 'FAILED', asked_until: new Date(app.clock.now().getTime() + 60_000).toISOString() })
    .where('id', '=', id)
    .execute()
  await loseJobs()
  app.clock.advance(60_001)
  expect(await sweep()).toBe(0)
})

/** Creates a merchant with webhook events of now, which no job delivers. */
async function aMerchantWithEvents(count: number) {
  const merchant = await aFundedMerchant(app.db, 1n)
  const url = `simulator:/hooks/${merchant.id}`
  await withEndpoint(app.db, app.services.seal, merchant.id, url)
  const at = app.clock.now()
  const about = { mode: merchant.mode, merchantId: merchant.id, transactionId: null, kind: 'transfer.success', at }
  const events = Array.from({ length: count }, () => ({ ...about, id: idAt(at), data: {} }))
  await transact(app.db, (t) => queueEvents(t, { enqueueAll: async () => {} }, events))
  return { merchantId: merchant.id, url, eventIds: events.map(({ id }) => id) }
}

it('requeues the lost attempt of a webhook event, with its number and its receiver', async () => {
  app = await startApp({ rails: 'running' })
  const { jobs } = app.services
  const { merchantId, url, eventIds } = await aMerchantWithEvents(2)
  const [lost = '', waiting = ''] = eventIds
  await app.db.updateTable('webhook_event').set({ attempts: 3 }).execute()
  const job = { eventId: waiting, merchantId, number: 4 }
  await jobs.enqueue(app.db, 'webhook', job, { afterSeconds: 3_600 })
  // The number of this attempt has passed.
  await jobs.enqueue(app.db, 'webhook', { eventId: lost, merchantId, number: 3 }, { afterSeconds: 3_600 })
  const sweepEvents = () => processItems(sweepWebhooks(app.engine))
  expect(await sweepEvents()).toBe(0)
  app.clock.advance(180_000)
  for (let time = 0; time < 5; time++) app.engine.lanes.enter([receiverLane(url)]).permit?.leave('silent')
  expect(await sweepEvents()).toBe(1)
  const { rows } = await app.database.pool.query(
    "select (data ->> 'number')::int as number, singleton_key as lanes from pgboss.job where data ->> 'eventId' = $1 order by 1",
    [lost],
  )
  expect(rows).toEqual([
    { number: 3, lanes: null },
    { number: 4, lanes: receiverLane(url) },
  ])
  expect(await sweepEvents()).toBe(0)
  await eventually(async () => {
    const event = app.db.selectFrom('webhook_event').select(['status', 'attempts']).where('id', '=', lost)
    const { status, attempts } = await event.executeTakeFirstOrThrow()
    return status === 'DELIVERED' && attempts === 4
  })
})

it('requeues at most the webhook events of one query per run', async () => {
  app = await startApp({ jobs: 'running' })
  const { eventIds } = await aMerchantWithEvents(201)
  app.clock.advance(180_000)
  const { find } = sweepWebhooks(app.engine)
  const found = await find('', '')
  expect(found).toEqual(eventIds.toSorted().slice(0, 200))
  expect(await find(found.at(-1) ?? '', '')).toEqual([])
})
