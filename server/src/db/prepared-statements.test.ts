import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/database-cluster.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { plannedOnce } from './prepared-statements.ts'

let own: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  own = await aDatabase()
  database = openDatabase(own.url, { max: 1, named: true })
  await onServer(own.url, `create table thing (id int primary key, name text)`)
  await onServer(own.url, `insert into thing values (1, 'drum')`)
})

afterAll(async () => {
  await database.close()
  await own.close()
})

async function countPrepared(like: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where statement like ${like}`.execute(database.db)
  return rows[0]?.n ?? -1
}

it('parses a repeated statement once', async () => {
  for (const id of [1, 2, 3]) await sql`select name from thing where id = ${id}`.execute(database.db)
  expect(await countPrepared('select name from thing%')).toBe(1)
})

it('does not prepare statements whose text depends on the number of values', async () => {
  for (const ids of [[1], [1, 2], [1, 2, 3]])
    await sql`select id from thing where id in (${sql.join(ids)})`.execute(database.db)
  await sql`insert into thing (id, name) values (${7}, ${'a'}), (${8}, ${'b'})`.execute(database.db)
  expect(await countPrepared('%in (%')).toBe(0)
  expect(await countPrepared('insert into thing%')).toBe(0)
})

it('detects a conflict with a partial index on every repetition', async () => {
  await onServer(own.url, `create unique index thing_drum on thing (name) where id > 0`)
  for (let nth = 0; nth < 8; nth++) {
    await database.db.executeQuery(
      sql`insert into thing (id, name) values (${20 + nth}, ${'drum'}) on conflict (name) where id > ${0} do nothing`.compile(
        database.db,
      ),
    )
  }
  expect(await countPrepared('insert into thing%on conflict%')).toBe(0)
})

it.each(['^@', 'like'])('plans a prefix search with %s by its value on every repetition', async (by) => {
  for (let nth = 0; nth < 8; nth++)
    await sql`select id from thing where name ${sql.raw(by)} ${'dr'}`.execute(database.db)
  expect(await countPrepared(`select id from thing where name ${by}%`)).toBe(0)
})

it('prepares a statement marked for a generic plan although it matches a pattern', async () => {
  for (const pattern of ['%dr%', '%um%'])
    await sql`select ${sql.raw(plannedOnce)} id from thing where name like ${pattern}`.execute(database.db)
  expect(await countPrepared('select /* generic plan */ id%')).toBe(1)
})

it('limits the prepared statements of a connection', async () => {
  for (let nth = 0; nth < 400; nth++)
    await sql`select ${sql.raw(String(nth))} as nth where ${nth}::int >= 0`.execute(database.db)
  expect(await countPrepared('select%as nth where%')).toBeLessThanOrEqual(300)
})

it('recovers after a table was altered under a prepared statement', async () => {
  const fresh = openDatabase(own.url, { max: 1, named: true })
  const query = () => sql<{ name: unknown }>`select name from thing where id = ${1}`.execute(fresh.db)
  expect((await query()).rows).toEqual([{ name: 'drum' }])
  await onServer(own.url, `alter table thing alter column name type varchar(10)[] using array[name]`)
  await expect(query()).rejects.toThrow('cached plan must not change result type')
  expect((await query()).rows).toEqual([{ name: ['drum'] }])
  await fresh.close()
})

it('prepares nothing behind a transaction pooler', async () => {
  const through = openDatabase(own.url, { max: 1 })
  await sql`select id from thing where id = ${1}`.execute(through.db)
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(through.db)
  expect(rows).toEqual([])
  await through.close()
})
