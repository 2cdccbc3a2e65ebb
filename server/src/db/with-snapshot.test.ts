import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/database-cluster.ts'
import { type Database, type OpenDatabase, openDatabase } from './database.ts'
import { withPlannerSettings } from './with-snapshot.ts'

const settings = { enable_sort: 'off', plan_cache_mode: 'force_generic_plan' }

let own: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  own = await aDatabase()
  database = openDatabase(own.url, { max: 1, named: true })
  await onServer(own.url, `create table thing (id int primary key)`)
})

afterAll(async () => {
  await database.close()
  await own.close()
})

async function planner(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select current_setting('enable_sort') as enable_sort, current_setting('plan_cache_mode') as plan_cache_mode`.execute(
    db,
  )
  return rows[0]
}

async function things(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from thing`.execute(db)
  return rows[0]?.n ?? -1
}

it('applies its planner settings to the snapshot only', async () => {
  const usual = await planner(database.db)
  expect(await withPlannerSettings(database.db, settings, planner)).toEqual(settings)
  expect(await planner(database.db)).toEqual(usual)
})

it('applies its planner settings within a transaction until that ends', async () => {
  const usual = await planner(database.db)
  const within = await database.db.transaction().execute((t) => withPlannerSettings(t, settings, planner))
  expect(within).toEqual(settings)
  expect(await planner(database.db)).toEqual(usual)
})

it('reads one instant and rejects writes', async () => {
  await withPlannerSettings(database.db, settings, async (snapshot) => {
    const before = await things(snapshot)
    await onServer(own.url, 'insert into thing select coalesce(max(id), 0) + 1 from thing')
    expect(await things(snapshot)).toBe(before)
  })
  const writing = withPlannerSettings(database.db, settings, (snapshot) => sql`delete from thing`.execute(snapshot))
  await expect(writing).rejects.toThrow('read-only transaction')
  expect(await things(database.db)).toBe(1)
})

it('restores its connection after a failure', async () => {
  const usual = await planner(database.db)
  const failing = withPlannerSettings(database.db, settings, (snapshot) => sql`select 1 / 0`.execute(snapshot))
  await expect(failing).rejects.toThrow('division by zero')
  expect(await planner(database.db)).toEqual(usual)
})
