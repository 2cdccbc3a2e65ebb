import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGauges } from '../gauges.ts'
import { openLanes } from '../rails/lanes.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { itemJobContext } from '../testing/run-inline.ts'
import { clearItemError, recordItemError } from './item-errors.ts'
import { runItemJob } from './item-jobs.ts'
import { logDeadJobs, reportFailures } from './report-failures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const settlement = { job: 'settle-day', period: '2026-11-20', item: '0199-poisoned' }
const sweep = { job: 'fill-short-holds', period: '', item: '' }

it('emails failures to active administrators each morning, and nothing when there are none', async () => {
  await app.signIn({ firstName: 'Ada' })
  let now = new Date('2026-11-20T05:00:00Z')
  const deps = { ...app.services, clock: () => now }
  const runAt = async (time: string) => {
    now = new Date(time)
    await runItemJob(itemJobContext(deps), reportFailures(deps))
  }
  const mails = async () =>
    (await app.db.selectFrom('outbox_mail').select(['subject', 'text']).orderBy('id').execute()).map(
      ({ subject, text }) => `${subject}\n${text}`,
    )
  await runAt('2026-11-20T06:00:00Z')
  await recordItemError(app.db, settlement, new Error('no such bank'), now)
  await recordItemError(app.db, sweep, new Error('no such table'), now)
  await runAt('2026-11-21T05:59:00Z')
  await runAt('2026-11-21T06:00:00Z')
  await runAt('2026-11-21T12:00:00Z')
  await expect.poll(mails).toHaveLength(1)
  const [mail] = await mails()
  expect(mail).toContain('Failed background jobs, 2026-11-21')
  expect(mail).toContain('settle-day 2026-11-20 0199-poisoned: failed once since 20-11-2026 07:00')
  expect(mail).toContain('no such bank')
  expect(mail).toContain('fill-short-holds the list of its items: failed once')
  // After an outage of some days one email is enough.
  await runAt('2026-11-24T06:00:00Z')
  await expect.poll(mails).toHaveLength(2)
  await clearItemError(app.db, settlement)
  await clearItemError(app.db, sweep)
  await runAt('2026-11-25T06:00:00Z')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await mails()).toHaveLength(2)
})

it('logs a dead job once and counts failing items', async () => {
  await app.services.jobs.enqueue(app.db, 'charge', {
    mode: 'PRODUCTION',
    merchantId: 'nobody',
    reference: 'X',
    feeKobo: '1',
    vatKobo: '0',
  })
  await app.database.pool.query("update pgboss.job set state = 'failed', completed_on = now() where name = 'charge'")
  const reports: string[] = []
  const job = logDeadJobs({ db: app.db, clock: () => new Date() }, (sentence) => reports.push(sentence))
  for (let times = 0; times < 2; times++) await runItemJob(itemJobContext(app.engine), job)
  expect(reports).toEqual(['A job has exhausted its retries: charge'])

  const metrics = new Registry()
  addGauges(metrics, { db: app.db, lanes: openLanes(), dataDir: '.', freshMs: 0 })
  const failing = async () =>
    (await metrics.metrics()).split('\n').filter((line) => line.startsWith('jobs_items_failing'))
  expect(await failing()).toEqual([])
  await recordItemError(app.db, settlement, new Error('no such bank'), new Date())
  expect(await failing()).toEqual(['jobs_items_failing{job="settle-day"} 1'])
})
