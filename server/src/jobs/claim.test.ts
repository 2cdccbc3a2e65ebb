import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { eventually } from '../testing/payouts.ts'
import { withClaim } from './claim.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

it('gives a claim to one worker at a time and releases it when the work ends or fails', async () => {
  const order: string[] = []
  let [isBegun, isOver] = [false, false]
  const first = withClaim(database.db, 'one', async () => {
    isBegun = true
    await eventually(async () => isOver)
  })
  await eventually(async () => isBegun)
  const attempt = (name: string) => withClaim(database.db, name, async () => void order.push(name))
  expect(await attempt('one')).toBe(false)
  expect(await attempt('another')).toBe(true)
  isOver = true
  expect(await first).toBe(true)
  const failing = withClaim(database.db, 'one', async () => {
    throw new Error('broke off')
  })
  await expect(failing).rejects.toThrow('broke off')
  expect(await attempt('one')).toBe(true)
  expect(order).toEqual(['another', 'one'])
})

it('renews a claim while the work runs and lets it expire when its worker has died', async () => {
  const claimMs = 1_000
  let isOver = false
  const first = withClaim(database.db, 'long', async () => void (await eventually(async () => isOver)), { claimMs })
  await sleep(3 * claimMs)
  expect(await withClaim(database.db, 'long', async () => {})).toBe(false)
  isOver = true
  await first
  // Leaves the row that a killed worker leaves.
  await database.pool.query(
    "insert into job_claim values ('long', gen_random_uuid(), clock_timestamp() + interval '300 ms')",
  )
  await eventually(() => withClaim(database.db, 'long', async () => {}))
})

it('aborts the work of a worker whose claim was taken by another', async () => {
  await withClaim(
    database.db,
    'lost',
    async (signal) => {
      await database.pool.query(
        `update job_claim set claimed_by = gen_random_uuid(), claimed_until = clock_timestamp() + interval '1 hour'
         where name = 'lost'`,
      )
      await eventually(async () => signal.aborted)
    },
    { claimMs: 150 },
  )
  // The other worker's claim is not released.
  expect(await withClaim(database.db, 'lost', async () => {})).toBe(false)
})
