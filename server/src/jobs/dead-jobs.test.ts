import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

import { bundled } from '../testing/bundled.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { eventually } from '../testing/payouts.ts'
import { countJobs, listDeadJobs, retryDeadJobs } from './dead-jobs.ts'
import { recordItemError } from './item-errors.ts'
import { type Jobs, openJobs } from './jobs.ts'

let database: TestDatabase
let jobs: Jobs
afterEach(async () => {
  await jobs.stop()
  await database.close()
})

async function twoThatDie() {
  database = await aDatabase()
  jobs = await openJobs(database.url, { retryDelaySeconds: 1, onError: () => {} })
  for (const downloadId of ['one', 'two']) await jobs.enqueue(database.db, 'download', { downloadId })
  await database.pool.query('update pgboss.job set retry_limit = 0')
  const world = { isBroken: true, done: 0 }
  await jobs.work('download', async ({ downloadId }) => {
    if (world.isBroken) throw new Error(`There is no file ${downloadId}`)
    world.done += 1
  })
  await eventually(async () => (await listDeadJobs(database.db)).length === 2)
  return world
}

it('keeps a job that exhausted its retries with its error until it is retried as new', async () => {
  const world = await twoThatDie()
  const dead = await listDeadJobs(database.db)
  expect(dead.map(({ kind, error }) => `${kind}: ${error}`).toSorted()).toEqual([
    'download: There is no file one',
    'download: There is no file two',
  ])
  const download = async () => (await countJobs(database.db)).find(({ kind }) => kind === 'download')
  expect(await download()).toEqual({ kind: 'download', waiting: 0, failed: 2 })
  expect(await listDeadJobs(database.db, { since: new Date(Date.now() + 60_000) })).toEqual([])
  expect(await listDeadJobs(database.db, { id: dead[1]?.id ?? '' })).toEqual([dead[1]])
  world.isBroken = false
  expect(await retryDeadJobs(database.db, { id: dead[0]?.id ?? '' })).toBe(1)
  expect(await retryDeadJobs(database.db, { kind: 'mail' })).toBe(0)
  expect(await retryDeadJobs(database.db, { kind: 'download' })).toBe(1)
  await eventually(async () => world.done === 2)
  expect(await download()).toEqual({ kind: 'download', waiting: 0, failed: 0 })
})

it('lists and retries dead jobs and failed items by the jobs command', async () => {
  const world = await twoThatDie()
  world.isBroken = false
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: database.url }
    return (await promisify(execFile)(process.execPath, [bundled('jobs-command.ts'), ...args], { env })).stdout
  }
  const output = await run()
  expect(output).toMatch(/download +0 waiting +2 dead/)
  expect(output).toMatch(/download +\d+ min dead, \d+ min old: There is no file one/)
  const [deadJob] = await listDeadJobs(database.db)
  expect(await run('revive', deadJob?.id ?? '')).toBe('1 job queued again\n')
  expect(await run('retry', '--kind', 'download')).toBe('1 job queued again\n')
  await eventually(async () => world.done === 2)
  await expect(run('retry')).rejects.toThrow('npm run jobs -- retry')
  await expect(run('revive', 'settle-day')).rejects.toThrow('npm run jobs -- retry')

  const failed = { job: 'settle-day', period: '2026-11-20', item: 'a-merchant' }
  await recordItemError(database.db, failed, new Error('no such bank'), new Date('2026-11-20T21:00:00Z'))
  const listed = await run()
  expect(listed).toMatch(/settle-day +1 failed, to be retried/)
  expect(listed).toContain(
    'settle-day 2026-11-20 a-merchant: failed once since 20-11-2026 22:00, next attempt 20-11-2026 22:00: no such bank',
  )
  expect(await run('retry', 'settle-day', 'a-merchant')).toBe('1 item will be retried within a minute\n')
}, 120_000)
