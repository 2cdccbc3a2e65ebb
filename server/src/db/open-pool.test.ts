import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { openPool } from './open-pool.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await aDatabase()
})

afterAll(() => own.close())

async function waitingQueries(): Promise<number | null> {
  const waiting = await own.pool.query(
    "select from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory' and not granted",
  )
  return waiting.rowCount
}

it('keeps four unused connections open, and closes the others', async () => {
  const pool = openPool({ connectionString: own.url, max: 8, idleTimeoutMillis: 50 })
  try {
    const holder = await own.pool.connect()
    await holder.query('select pg_advisory_lock(1)')
    const queries = Array.from({ length: 8 }, () => pool.query('select pg_advisory_xact_lock_shared(1)'))
    await expect.poll(waitingQueries).toBe(8)
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    await Promise.all(queries)
    await expect.poll(() => pool.totalCount).toBe(4)
    await sleep(200)
    expect(pool.totalCount).toBe(4)
  } finally {
    await pool.end()
  }
})

it('replaces a connection that the database ends while it is unused', async () => {
  const pool = openPool({ connectionString: own.url, max: 1 })
  const backend = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    const first = await backend()
    await own.pool.query('select pg_terminate_backend($1)', [first])
    await expect.poll(() => pool.totalCount).toBe(0)
    expect(await backend()).not.toBe(first)
  } finally {
    await pool.end()
  }
})
