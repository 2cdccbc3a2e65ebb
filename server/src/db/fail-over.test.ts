import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/database-cluster.ts'
import { checkDatabase } from './check-database.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { transact } from './transact.ts'

let own: TestDatabase
const opened: OpenDatabase[] = []

beforeAll(async () => {
  own = await aDatabase()
  await onServer(own.url, 'create table thing (id int primary key)')
})

afterAll(async () => {
  for (const database of opened) await database.close()
  await own.close()
})

function open(max: number, waitMs = 60_000): OpenDatabase {
  const database = openDatabase(own.url, { max, waitMs })
  opened.push(database)
  return database
}

const things = async () => (await sql`select from thing`.execute(own.db)).rows.length
const add = (id: number) => sql`insert into thing values (${id})`

/** Lets new connections see a server in recovery, as a replica is. */
async function pretendReplica(work: () => Promise<void>): Promise<void> {
  const name = new URL(own.url).pathname.slice(1)
  await onServer(own.url, 'create schema replica')
  await onServer(own.url, `create function replica.pg_is_in_recovery() returns boolean language sql return true`)
  await onServer(own.url, `alter database ${name} set search_path = replica, pg_catalog, public`)
  try {
    await work()
  } finally {
    await onServer(own.url, `alter database ${name} reset search_path`)
    await onServer(own.url, 'drop schema replica cascade')
  }
}

it('repeats a transaction whose connection is terminated before COMMIT', async () => {
  const { db } = open(1)
  const before = await things()
  let attempts = 0
  await transact(db, async (transaction) => {
    attempts += 1
    await add(1).execute(transaction)
    if (attempts > 1) return
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(own.db)
    await sql`select 1`.execute(transaction)
  })
  expect(attempts).toBe(2)
  expect(await things()).toBe(before + 1)
})

it('leaves a connection on which a write is rejected as read-only', async () => {
  const { db } = open(1)
  await sql`set session characteristics as transaction read only`.execute(db)
  await transact(db, (transaction) => add(2).execute(transaction))
  const { rows } = await sql`select from thing where id = 2`.execute(db)
  expect(rows).toHaveLength(1)
})

it('does not repeat a transaction that has to wait for a connection', async () => {
  const { db, pool } = open(1, 500)
  const held = await pool.connect()
  let attempts = 0
  const waiting = transact(db, async () => {
    attempts += 1
  })
  await expect(waiting).rejects.toThrow('timeout exceeded when trying to connect')
  expect(attempts).toBe(0)
  held.release()
})

it('opens no connection to a replica', async () => {
  await pretendReplica(async () => {
    const { db, state } = open(1)
    await expect(sql`select 1`.execute(db)).rejects.toThrow('accepts no writes')
    expect(await state()).toBe('read-only')
    await expect(checkDatabase(own.url)).rejects.toThrow('it is a replica')
  })
  const { db } = open(1)
  await sql`select 1`.execute(db)
})

it('distinguishes a full pool from a database that does not respond', async () => {
  const full = open(2)
  const held = [await full.pool.connect(), await full.pool.connect()]
  expect(await full.state()).toBe('busy')
  for (const client of held) client.release()
  expect(await full.state()).toBe('ready')

  const away = openDatabase('postgres://kobo@127.0.0.1:9/none', { max: 2, waitMs: 500 })
  opened.push(away)
  expect(await away.state()).toBe('unavailable')
})
