import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { providerAccount } from './provider-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { uuidv7 } from '../uuid.ts'
import { startFolding } from './fold-worker.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())
beforeEach(() => sql`truncate balance_delta`.execute(db))

const account = providerAccount('PRODUCTION', 'FEE_INCOME')
const minuteMs = 60_000
const failing = (error: unknown) => {
  throw error
}

async function deltas(count: number): Promise<void> {
  const row = { account_id: account, amount_kobo: 1n }
  for (let left = count; left > 0; left -= 4000) {
    const rows = Array.from({ length: Math.min(left, 4000) }, () => ({ id: uuidv7(), ...row }))
    await db.insertInto('balance_delta').values(rows).execute()
  }
}

async function waiting(): Promise<number> {
  const { n } = await db
    .selectFrom('balance_delta')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error('It did not happen within 15 seconds')
}

/** Blocks folding like another server that is folding. */
async function blockFolding() {
  const t = await db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(hashtext('kobo fold balances'))`.execute(t)
  const queue = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows[0]?.n ?? 0
  }
  return { queue, goAway: () => t.commit().execute() }
}

it('folds all waiting deltas without a pause, then waits for the interval', async () => {
  await deltas(12_000)
  const folding = startFolding(db, failing, minuteMs)
  await eventually(async () => (await waiting()) === 0)
  await sleep(200)
  await deltas(3)
  await sleep(300)
  expect(await waiting()).toBe(3)
  await folding.stop()
})

it('folds every second by default', async () => {
  const folding = startFolding(db, failing)
  for (let round = 0; round < 2; round++) {
    await deltas(3)
    await eventually(async () => (await waiting()) === 0)
  }
  expect(await waiting()).toBe(0)
  await folding.stop()
})

it('continues after an error and reports it', async () => {
  const errors: unknown[] = []
  await sql`alter table balance_delta rename to balance_delta_away`.execute(db)
  const folding = startFolding(db, (error) => errors.push(error), 20)
  await eventually(() => errors.length > 2)
  expect(errors[0]).toMatchObject({ code: '42P01' })
  await sql`alter table balance_delta_away rename to balance_delta`.execute(db)
  await deltas(3)
  await eventually(async () => (await waiting()) === 0)
  await folding.stop()
})

it('never runs concurrently with itself', async () => {
  const other = await blockFolding()
  const folding = startFolding(db, failing, 5)
  await eventually(async () => (await other.queue()) > 0)
  await sleep(300)
  expect(await other.queue()).toBe(1)
  await other.goAway()
  await folding.stop()
})

it('stops after the current run and starts no other', async () => {
  await deltas(3)
  const other = await blockFolding()
  const folding = startFolding(db, failing, 5)
  await eventually(async () => (await other.queue()) > 0)
  let hasStopped = false
  const stopping = folding.stop().then(() => (hasStopped = true))
  await sleep(200)
  expect(hasStopped).toBe(false)
  await other.goAway()
  await stopping
  expect(await waiting()).toBe(0)
  await deltas(3)
  await sleep(200)
  expect(await waiting()).toBe(3)
})
