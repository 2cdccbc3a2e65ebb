import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { type ItemKey, listItemErrors, retryItems } from './item-errors.ts'
import { type ItemJob, runItemJob, sameItems, startItemJobs } from './item-jobs.ts'

const hourMs = 3_600_000
const items = ['ada', 'bola', 'chidi', 'dayo']

let database: TestDatabase
let now: Date
let processed: string[]
let broken: Set<string>
let reported: string[]
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate job_claim, job_run, job_item_error')
  now = new Date('2026-11-20T12:00:00Z')
  processed = []
  reported = []
  broken = new Set()
})

const context = () => ({
  db: database.db,
  clock: () => now,
  onItemError: (_: unknown, { job, period, item, attempts }: ItemKey & { attempts: number }) =>
    void reported.push(`${job} ${period} ${item} ${attempts}`),
})
const process: ItemJob['process'] = async (item, day) => {
  if (broken.has(item)) throw new Error(`${item} is broken`)
  processed.push(day === '' ? item : `${day} ${item}`)
}
const often: ItemJob = { name: 'often', due: { everyMs: 10 }, find: sameItems(items), process }
const daily: ItemJob = { name: 'daily', due: { dailyAtMs: 22 * hourMs }, find: sameItems(items), process }
const at = (time: string) => {
  now = new Date(time)
}
const run = (job: ItemJob) => runItemJob(context(), job)

it('processes all other items when one fails, and retries that one with increasing delays', async () => {
  broken.add('bola')
  await run(often)
  expect(processed).toEqual(['ada', 'chidi', 'dayo'])
  expect(reported).toEqual(['often  bola 1'])
  const [error] = await listItemErrors(database.db)
  expect(error).toMatchObject({ job: 'often', item: 'bola', attempts: 1, error: 'bola is broken' })
  await run(often)
  expect(reported).toHaveLength(1)
  const waits: number[] = []
  for (let retried = 0; retried < 12; retried++) {
    const [failed] = await listItemErrors(database.db)
    const nextAttemptAt = failed?.nextAttemptAt ?? ''
    waits.push((Date.parse(nextAttemptAt) - now.getTime()) / 1000)
    at(nextAttemptAt)
    await run(often)
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600])
  expect(reported).toHaveLength(13)
  broken.clear()
  processed = []
  now = new Date(now.getTime() + hourMs)
  await run(often)
  expect(processed).toEqual(['ada', 'chidi', 'dayo', 'bola'])
  expect(await listItemErrors(database.db)).toEqual([])
})

it('stores a statement timeout as the failure of its item', async () => {
  const slow: ItemJob = {
    ...often,
    process: async (item) => {
      if (item === 'bola') {
        await database.db.transaction().execute(async (transaction) => {
          await sql`set local statement_timeout = 20`.execute(transaction)
          await sql`select pg_sleep(10)`.execute(transaction)
        })
      }
      processed.push(item)
    },
  }
  await run(slow)
  expect(processed).toEqual(['ada', 'chidi', 'dayo'])
  expect(reported).toEqual(['often  bola 1'])
  const error = 'canceling statement due to statement timeout'
  expect(await listItemErrors(database.db)).toMatchObject([{ job: 'often', item: 'bola', attempts: 1, error }])
})

it('retries an item immediately when an operator requests it', async () => {
  broken.add('bola').add('dayo')
  await run(often)
  broken.clear()
  processed = []
  expect(await retryItems(database.db, { job: 'often', item: 'bola' })).toBe(1)
  expect(await retryItems(database.db, { job: 'often', item: 'ada' })).toBe(0)
  await run(often)
  expect(processed).toContain('bola')
  expect(processed).not.toContain('dayo')
  expect(await retryItems(database.db, { job: 'often' })).toBe(1)
})

it('stores the error of listing items, retries later and completes the other days', async () => {
  let brokenDay = '2026-11-19'
  const job: ItemJob = {
    ...daily,
    find: async (after, day) => {
      if (day === brokenDay) throw new Error('no list')
      return await daily.find(after, day)
    },
  }
  at('2026-11-18T21:00:00Z')
  await run(job)
  at('2026-11-20T21:00:00Z')
  processed = []
  await run(job)
  expect(processed).toEqual(items.map((item) => `2026-11-20 ${item}`))
  expect(await listItemErrors(database.db)).toMatchObject([{ period: '2026-11-19', item: '', error: 'no list' }])
  await run(job)
  expect(reported).toHaveLength(1)
  brokenDay = ''
  processed = []
  at('2026-11-20T21:00:15Z')
  await run(job)
  expect(processed).toEqual(items.map((item) => `2026-11-19 ${item}`))
  expect(await listItemErrors(database.db)).toEqual([])
})

it('runs once a day at its time in Lagos and catches up on missed days, oldest first', async () => {
  await run(daily)
  expect(processed).toEqual([])
  at('2026-11-20T20:59:59Z')
  await run(daily)
  expect(processed).toEqual([])
  at('2026-11-20T21:00:00Z')
  await run(daily)
  await run(daily)
  expect(processed).toEqual(items.map((item) => `2026-11-20 ${item}`))
  processed = []
  at('2026-11-24T09:00:00Z')
  await run(daily)
  const missed = ['2026-11-21', '2026-11-22', '2026-11-23']
  expect(processed).toEqual(missed.flatMap((day) => items.map((item) => `${day} ${item}`)))
})

it('recovers from a server whose clock was ahead', async () => {
  await run(daily)
  at('2026-12-10T12:00:00Z')
  await run(daily)
  at('2026-11-21T21:00:00Z')
  processed = []
  await run(daily)
  expect(processed).toContain('2026-11-21 ada')
})

it('continues from its cursor after a worker was killed and its claim expired', async () => {
  at('2026-11-20T21:00:00Z')
  const three: ItemJob['find'] = async (after) => items.filter((item) => item > after).slice(0, 1)
  const deaths = {
    find: three,
    process: async (item: string, day: string) => {
      if (item === 'chidi') throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      await process(item, day)
    },
  }
  await expect(run({ ...daily, ...deaths })).rejects.toThrow('terminating connection')
  expect(await listItemErrors(database.db)).toEqual([])
  await database.pool.query(
    "insert into job_claim values ('job daily', gen_random_uuid(), clock_timestamp() + interval '1 hour')",
  )
  expect(await run(daily)).toBe(false)
  await database.pool.query("update job_claim set claimed_until = clock_timestamp() - interval '1 ms'")
  expect(await run(daily)).toBe(true)
  expect(processed).toEqual(items.map((item) => `2026-11-20 ${item}`))
})

it('runs every job on one worker at a time, although one fails to start, until it is stopped', async () => {
  const running = new Set<string>()
  let overlaps = 0
  const counted: ItemJob = {
    ...often,
    process: async (item) => {
      if (running.has(item)) overlaps += 1
      running.add(item)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running.delete(item)
      processed.push(item)
    },
  }
  const failures: string[] = []
  const failing: ItemJob = {
    ...often,
    name: 'failing',
    find: async () => {
      throw Object.assign(new Error('away'), { code: '08006' })
    },
  }
  const listening = { ...context(), onError: (_: unknown, job: string) => void failures.push(job) }
  const workers = [1, 2, 3].map(() => startItemJobs(listening, [failing, counted], 5))
  while (processed.length < 40) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const worker of workers) await worker.stop()
  const stopped = processed.length
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([processed.length, overlaps]).toEqual([stopped, 0])
  expect(new Set(failures)).toEqual(new Set(['failing']))
})
