import { afterEach, expect, it } from 'vitest'
import { openWebhookSender } from '../../rails/webhooks.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, aPayout, eventually, withEndpoint } from '../../testing/payouts.ts'

let app: TestApp
afterEach(() => app.close())

const eventsOf = async (merchantId: string) =>
  await app.db
    .selectFrom('webhook_event')
    .select(['status', 'attempts'])
    .where('merchant_id', '=', merchantId)
    .execute()

it('stops delivery attempts to a silent receiver and delivers events to others', async () => {
  app = await startApp({ rails: 'running' })
  app.services.outside.webhooks = openWebhookSender({ timeoutMs: 400, allowNonPublic: true })
  const { db, seal, jobs } = { ...app.services, db: app.db }
  const silent = await aFundedMerchant(db, 1_000_000_000n)
  const other = await aFundedMerchant(db, 1_000_000_000n)
  await withEndpoint(db, seal, silent.id, 'simulator:/hooks/shop-silent')
  await withEndpoint(db, seal, other.id, 'simulator:/hooks/other')
  // Twice the receiver's concurrency limit: the first half may be under way before the lane opens.
  for (let number = 0; number < 64; number++) await aPayout(db, jobs, { merchant: silent, amountKobo: 10_000n })
  await eventually(async () => (await eventsOf(silent.id)).length === 64, 60_000)
  await eventually(async () => app.engine.lanes.trouble().some(({ state }) => state === 'open'))

  for (let number = 0; number < 5; number++) await aPayout(db, jobs, { merchant: other, amountKobo: 10_000n })
  await eventually(async () => {
    const events = await eventsOf(other.id)
    return events.length === 5 && events.every(({ status }) => status === 'DELIVERED')
  }, 60_000)
  const untried = (await eventsOf(silent.id)).filter(({ attempts }) => attempts === 0)
  expect(untried.length).toBeGreaterThanOrEqual(10)
  const { rows } = await app.database.pool.query(
    "select count(*)::int as tried from pgboss.job where name = 'webhook' and retry_count > 0",
  )
  expect(rows).toEqual([{ tried: 0 }])
}, 120_000)

it('delivers to other receivers while newly silent ones time out', async () => {
  app = await startApp({ rails: 'running' })
  app.services.outside.webhooks = openWebhookSender({ timeoutMs: 60_000, allowNonPublic: true })
  const { db, seal, jobs } = { ...app.services, db: app.db }
  const merchants = await Promise.all([1, 2, 3, 4].map(() => aFundedMerchant(db, 1_000_000_000n)))
  const [other, ...silent] = merchants
  if (!other) throw new Error('Four merchants were made')
  for (const one of silent) await withEndpoint(db, seal, one.id, `simulator:/hooks/${one.id}-silent`)
  await withEndpoint(db, seal, other.id, 'simulator:/hooks/other')
  for (const merchant of silent) for (let n = 0; n < 8; n++) await aPayout(db, jobs, { merchant, amountKobo: 10_000n })
  const hooks = async () => (await app.database.pool.query('select path from outside.received')).rows
  await eventually(async () => (await hooks()).length >= 16, 60_000)

  await aPayout(db, jobs, { merchant: other, amountKobo: 10_000n })
  await eventually(async () => (await eventsOf(other.id))[0]?.status === 'DELIVERED', 30_000)
  const waitedFor = await Promise.all(silent.map((one) => eventsOf(one.id)))
  expect(new Set(waitedFor.flat().map(({ attempts }) => attempts))).toEqual(new Set([0]))
}, 120_000)
