import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { eventually } from '../testing/payouts.ts'
import { type JobOptions, type Jobs, openJobs } from './jobs.ts'
import { SnoozeError } from './job-errors.ts'
import { fetchJobs } from './queue-statements.ts'

let database: TestDatabase
let open: Jobs[] = []

async function rowsOf(kind: string) {
  const { rows } = await database.pool.query('select * from pgboss.job where name = $1', [kind])
  return rows
}

async function start(options: Partial<JobOptions> = {}): Promise<Jobs> {
  const jobs = await openJobs(database.url, {
    retryDelaySeconds: 1,
    expireInSeconds: 1,
    maintenanceIntervalSeconds: 1,
    onError: () => {},
    ...options,
  })
  open.push(jobs)
  return jobs
}

afterEach(async () => {
  await Promise.all(open.map((jobs) => jobs.stop()))
  open = []
  await database.close()
})

it('runs jobs concurrently up to the limit and isolates failures', async () => {
  database = await aDatabase()
  // The others end before the failed one is repeated.
  const jobs = await start({ retryDelaySeconds: 5 })
  for (let number = 0; number < 30; number++) {
    await jobs.enqueue(database.db, 'payout', { transactionId: String(number), merchantId: 'ada' })
  }
  let running = 0
  let maxRunning = 0
  const processed: string[] = []
  const failedOnce = new Set<string>()
  await jobs.work(
    'payout',
    async ({ transactionId }) => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await sleep(50)
      running -= 1
      if (transactionId === '7' && !failedOnce.has(transactionId)) {
        failedOnce.add(transactionId)
        throw new Error('not yet')
      }
      processed.push(transactionId)
    },
    { concurrency: 8 },
  )
  await eventually(async () => processed.length === 30)
  expect(maxRunning).toBe(8)
  expect(processed.at(-1)).toBe('7')
  expect(new Set(processed).size).toBe(30)
})

it('gives the job of a worker without a heartbeat to another', async () => {
  database = await aDatabase()
  const [silent, living] = [await start(), await start()]
  await silent.enqueue(database.db, 'payout', { transactionId: 'one', merchantId: 'ada' })
  let isTaken = false
  let release = () => {}
  await silent.work('payout', async () => {
    isTaken = true
    await new Promise<void>((resolve) => {
      release = resolve
    })
  })
  await eventually(async () => isTaken)
  const processed: string[] = []
  await living.work('payout', async ({ transactionId }) => {
    processed.push(transactionId)
  })
  await eventually(async () => processed.length > 0)
  expect(processed).toEqual(['one'])
  release()
})

it('remembers a key after its job is completed and deleted', async () => {
  database = await aDatabase()
  const jobs = await start()
  const ids: string[] = []
  await jobs.work('download', async ({ downloadId }) => {
    ids.push(downloadId)
  })
  await jobs.enqueue(database.db, 'download', { downloadId: 'one' }, { key: 'one' })
  await eventually(async () => (await rowsOf('download')).length === 0 && ids.length === 1)
  await jobs.enqueueAll(database.db, 'download', [
    { data: { downloadId: 'one again' }, key: 'one' },
    { data: { downloadId: 'two' }, key: 'two' },
    { data: { downloadId: 'two again' }, key: 'two' },
    { data: { downloadId: 'without' } },
  ])
  await eventually(async () => ids.length === 3)
  await sleep(300)
  expect(ids.toSorted()).toEqual(['one', 'two', 'without'])
})

it('creates one job per key and none in a transaction that rolls back', async () => {
  database = await aDatabase()
  const jobs = await start()
  const id = 'twice'
  await Promise.all(
    Array.from({ length: 10 }, () => jobs.enqueue(database.db, 'download', { downloadId: id }, { key: id })),
  )
  await database.db
    .transaction()
    .execute(async (transaction) => {
      await jobs.enqueue(transaction, 'download', { downloadId: 'another' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  const ids: string[] = []
  await jobs.work('download', async (data) => {
    ids.push(data.downloadId)
  })
  await eventually(async () => ids.length > 0)
  await sleep(700)
  expect(ids).toEqual([id])
})

it('runs urgent jobs before those that waited longer', async () => {
  database = await aDatabase()
  const jobs = await start()
  for (const sealed of ['first', 'second']) await jobs.enqueue(database.db, 'mail', { sealed })
  await jobs.enqueue(database.db, 'mail', { sealed: 'code' }, { urgent: true })
  const sent: string[] = []
  await jobs.work('mail', async ({ sealed }) => {
    sent.push(sealed)
  })
  await eventually(async () => sent.length === 3)
  expect(sent).toEqual(['code', 'first', 'second'])
})

it('fetches charges in the order in which they became due, however old they are', async () => {
  database = await aDatabase()
  const jobs = await start()
  const charge = { mode: 'PRODUCTION', merchantId: 'ada', feeKobo: '1', vatKobo: '0' } as const
  for (const reference of ['owed', 'new']) await jobs.enqueue(database.db, 'charge', { ...charge, reference })
  await database.pool.query(`
    update pgboss.job set created_on = now() - interval '1 year', start_after = now() - interval '1 minute', state = 'retry'
    where data ->> 'reference' = 'owed'`)
  await database.pool.query(`
    update pgboss.job set start_after = now() - interval '1 hour' where data ->> 'reference' = 'new'`)
  const fetchOne = async () =>
    (await fetchJobs<{ reference: string }>(database.pool, 'charge', 1, []))[0]?.data.reference
  expect([await fetchOne(), await fetchOne()]).toEqual(['new', 'owed'])
})

it('snoozes a job without using up a try and skips it while its lane is shut', async () => {
  database = await aDatabase()
  let shut: string[] = []
  const jobs = await start({ shutLanes: () => shut })
  for (let number = 0; number < 20; number++) {
    await jobs.enqueue(database.db, 'payout', { transactionId: `slow ${number}`, merchantId: 'ada' })
  }
  const isTaken: string[] = []
  await jobs.work('payout', async ({ transactionId }) => {
    isTaken.push(transactionId)
    if (transactionId.startsWith('slow') && shut.length > 0) throw new SnoozeError(100, ['bank:NIP:058'])
  })
  shut = ['bank:NIP:058']
  await eventually(async () => (await rowsOf('payout')).every(({ singleton_key: lanes }) => lanes === 'bank:NIP:058'))
  const fetchCount = isTaken.length
  await jobs.enqueue(database.db, 'payout', { transactionId: 'other', merchantId: 'ada' })
  await eventually(async () => isTaken.includes('other'))
  await sleep(500)
  expect(isTaken).toHaveLength(fetchCount + 1)
  expect(await rowsOf('payout')).toHaveLength(20)
  for (const row of await rowsOf('payout')) expect(row).toMatchObject({ state: 'created', retry_count: 0 })
  shut = []
  await eventually(async () => (await rowsOf('payout')).length === 0)
})

it('limits how many jobs of the same lanes it fetches at a time, so that others run', async () => {
  database = await aDatabase()
  const jobs = await start()
  const job = (transactionId: string) => ({ transactionId, merchantId: 'ada' })
  for (let number = 0; number < 20; number++) {
    await jobs.enqueue(database.db, 'payout', job(`same ${number}`), { lanes: ['bank:NIP:058'] })
  }
  for (let number = 0; number < 3; number++) await jobs.enqueue(database.db, 'payout', job(`any ${number}`))
  await jobs.enqueue(database.db, 'payout', job('other'), { lanes: ['bank:NIP:044'] })
  const isTaken = await fetchJobs<{ transactionId: string }>(database.pool, 'payout', 20, [])
  expect(isTaken.map(({ data }) => data.transactionId).toSorted()).toEqual(
    ['any 0', 'any 1', 'any 2', 'other', ...Array.from({ length: 16 }, (_, number) => `same ${number}`)].toSorted(),
  )
})

it('delays a job as requested', async () => {
  database = await aDatabase()
  const jobs = await start()
  const requestedAt = Date.now()
  await jobs.enqueue(database.db, 'download', { downloadId: 'later' }, { afterSeconds: 1.5 })
  let at = 0
  await jobs.work('download', async () => {
    at = Date.now()
  })
  await eventually(async () => at > 0)
  expect(at - requestedAt).toBeGreaterThan(1400)
})

it('completes running jobs and fetches no more when it is stopped', async () => {
  database = await aDatabase()
  const jobs = await start()
  const begun: string[] = []
  const ended: string[] = []
  for (const transactionId of ['one', 'two'])
    await jobs.enqueue(database.db, 'payout', { transactionId, merchantId: 'ada' })
  await jobs.work('payout', async ({ transactionId }) => {
    begun.push(transactionId)
    await sleep(300)
    ended.push(transactionId)
  })
  await eventually(async () => begun.length > 0)
  await jobs.stop()
  open = []
  expect([begun, ended]).toEqual([['one'], ['one']])
  const { rows } = await database.pool.query("select state from pgboss.job where name = 'payout' order by created_on")
  expect(rows).toEqual([{ state: 'created' }])
})

it('creates its queues on a new database from several servers concurrently', async () => {
  database = await aDatabase()
  // Test databases are copies of one that already has the queues.
  await database.pool.query('drop schema pgboss cascade')
  const opened = await Promise.all([start(), start(), start()])
  expect(opened).toHaveLength(3)
})
