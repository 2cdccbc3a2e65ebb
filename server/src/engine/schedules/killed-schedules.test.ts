import { lagosDay } from '@kobo/contract/kit/day'
import { expect, it } from 'vitest'
import { aDatabase } from '../../testing/database.ts'
import { killWorker, startWorker } from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { aRecurringPayout, aScheduledPayout } from '../../testing/timed-payouts.ts'
import { nthDay } from './recurrence.ts'

const scheduled = byDepth({ sample: 100, full: 300 })
const recurring = 20
const daysEach = byDepth({ sample: 5, full: 10 })
const expected = scheduled + recurring * daysEach

it('submits every payout exactly once while both workers are killed', { timeout: 300_000 }, async () => {
  const database = await aDatabase()
  const { db } = database
  const merchant = await aFundedMerchant(db, 1_000_000_000n)
  for (let number = 0; number < scheduled; number++) await aScheduledPayout(db, merchant)
  const start_day = nthDay(lagosDay(new Date()), 'daily', 1 - daysEach)
  for (let number = 0; number < recurring; number++) {
    await aRecurringPayout(db, merchant, { start_day, interval: 'daily' })
  }
  const ordered = async () => {
    const { n } = await db
      .selectFrom('transaction')
      .select((row) => row.fn.countAll<bigint>().as('n'))
      .where('type', '=', 'DEBIT')
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  let killedAtWork = 0
  for (let target = 60; target < expected; target += expected / 4) {
    const workers = await Promise.all([
      startWorker('schedule-worker.ts', database.url),
      startWorker('schedule-worker.ts', database.url),
    ])
    for (const worker of workers) worker.process.stdin?.write('go\n')
    await eventually(async () => (await ordered()) >= target, 60_000)
    for (const worker of workers) await killWorker(worker)
    if ((await ordered()) < expected) killedAtWork += 1
  }
  expect(killedAtWork).toBeGreaterThan(1)
  const last = await startWorker('schedule-worker.ts', database.url)
  last.process.stdin?.write('go\n')
  await eventually(async () => (await ordered()) >= expected, 60_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await killWorker(last)

  const { rows } = await database.pool.query(`
    select (select count(*)::int from transaction where type = 'DEBIT') as payouts,
      (select count(distinct reference)::int from transaction where type = 'DEBIT') as references,
      (select count(*)::int from scheduled_payout s join transaction t on t.id = s.transaction_id
        where s.status = 'DISPATCHED') as dispatched,
      (select count(*)::int from recurring_run r join transaction t on t.id = r.transaction_id) as runs,
      (select count(*)::int from recurring_payout where next_run = ${daysEach}) as caught_up,
      (select count(distinct data ->> 'transactionId')::int from pgboss.job where name = 'payout') as queued`)
  expect(rows).toEqual([
    {
      payouts: expected,
      references: expected,
      dispatched: scheduled,
      runs: recurring * daysEach,
      caught_up: recurring,
      queued: expected,
    },
  ])
  await database.close()
})
