import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGauges } from '../gauges.ts'
import { openLanes } from '../rails/lanes.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { itemJobContext } from '../testing/run-inline.ts'
import { clearItemError, recordItemError } from './item-errors.ts'
import { runItemJob } from './item-jobs.ts'
import type { Jobs } from './jobs.ts'
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

it('names each job that died since the last report, however late the next one is', async () => {
  await app.signIn({ firstName: 'Ada' })
  let now = new Date()
  const runAt = async (time: string, jobs: Jobs = app.services.jobs) => {
    now = new Date(time)
    const deps = { ...app.services, jobs, clock: () => now }
    await runItemJob(itemJobContext(deps), reportFailures(deps))
  }
  const die = async (reference: string, at: string) => {
    const data = { mode: 'PRODUCTION', merchantId: 'nobody', reference, feeKobo: '1', vatKobo: '0' } as const
    await app.services.jobs.enqueue(app.db, 'charge', data)
    const { rows } = await app.database.pool.query<{ id: string }>(
      "update pgboss.job set state = 'failed', completed_on = $1 where data ->> 'reference' = $2 returning id",
      [at, reference],
    )
    return `charge ${rows[0]?.id}:`
  }
  const mail = async (day: string) => {
    const subject = `Failed background jobs, ${day}`
    const found = app.db.selectFrom('outbox_mail').select('text').where('subject', '=', subject)
    return (await found.executeTakeFirst())?.text ?? ''
  }
  await runAt('2026-10-01T06:00:00Z')
  const first = await die('A', '2026-10-01T06:30:00Z')
  // Completes the missed days, which have no email of their own.
  await runAt('2026-10-04T03:00:00Z')
  await runAt('2026-10-04T09:00:00Z')
  await expect.poll(() => mail('2026-10-04')).toContain(first)
  const second = await die('B', '2026-10-04T10:00:00Z')
  await runAt('2026-10-05T06:00:00Z')
  await expect.poll(() => mail('2026-10-05')).toContain(second)
  expect(await mail('2026-10-05')).not.toContain(first)
  expect([await mail('2026-10-02'), await mail('2026-10-03')]).toEqual(['', ''])
  // A report that fails is made by its retry, though after midnight.
  const third = await die('C', '2026-10-05T12:00:00Z')
  const failing = () => Promise.reject(new Error('No queue'))
  await runAt('2026-10-06T06:00:00Z', { ...app.services.jobs, enqueue: failing, enqueueAll: failing })
  await runAt('2026-10-07T00:30:00Z')
  await expect.poll(() => mail('2026-10-06')).toContain(third)
  await app.database.pool.query("delete from pgboss.job where name = 'charge'")
})

it('finds all of more dead jobs than it lists at once', async () => {
  await app.database.pool.query(
    `insert into pgboss.job (name, state, completed_on)
     select 'charge', 'failed', now() from generate_series(1, 1200)`,
  )
  const job = logDeadJobs({ db: app.db, clock: () => new Date() }, () => {})
  const found: string[] = []
  for (let ids = await job.find('', ''); ids.length > 0; ids = await job.find(ids.at(-1) ?? '', '')) found.push(...ids)
  expect(new Set(found).size).toBe(1200)
  await app.database.pool.query("delete from pgboss.job where name = 'charge'")
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
