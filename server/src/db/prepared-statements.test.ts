import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/database-cluster.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { plannedOnce } from './prepared-statements.ts'

let own: TestDatabase
let one: OpenDatabase

beforeAll(async () => {
  own = await aDatabase()
  one = openDatabase(own.url, { max: 1, named: true })
  await onServer(own.url, `create table thing (id int primary key, name text)`)
  await onServer(own.url, `insert into thing values (1, 'drum')`)
})

afterAll(async () => {
  await one.close()
  await own.close()
})

async function kept(like: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where statement like ${like}`.execute(one.db)
  return rows[0]?.n ?? -1
}

it('a statement that comes again is parsed once', async () => {
  for (const id of [1, 2, 3]) await sql`select name from thing where id = ${id}`.execute(one.db)
  expect(await kept('select name from thing%')).toBe(1)
})

it('statements that have a text for every number of values are not kept', async () => {
  for (const ids of [[1], [1, 2], [1, 2, 3]])
    await sql`select id from thing where id in (${sql.join(ids)})`.execute(one.db)
  await sql`insert into thing (id, name) values (${7}, ${'a'}), (${8}, ${'b'})`.execute(one.db)
  expect(await kept('%in (%')).toBe(0)
  expect(await kept('insert into thing%')).toBe(0)
})

it('a conflict with a partial index is seen however often it comes', async () => {
  await onServer(own.url, `create unique index thing_drum on thing (name) where id > 0`)
  for (let nth = 0; nth < 8; nth++) {
    await one.db.executeQuery(
      sql`insert into thing (id, name) values (${20 + nth}, ${'drum'}) on conflict (name) where id > ${0} do nothing`.compile(
        one.db,
      ),
    )
  }
  expect(await kept('insert into thing%on conflict%')).toBe(0)
})

it.each(['^@', 'like'])(
  'a beginning that is asked for with %s is planned by its value, however often it comes',
  async (by) => {
    for (let nth = 0; nth < 8; nth++) await sql`select id from thing where name ${sql.raw(by)} ${'dr'}`.execute(one.db)
    expect(await kept(`select id from thing where name ${by}%`)).toBe(0)
  },
)

it('keeps a statement that is to be planned once, though it looks for a pattern', async () => {
  for (const pattern of ['%dr%', '%um%'])
    await sql`select ${sql.raw(plannedOnce)} id from thing where name like ${pattern}`.execute(one.db)
  expect(await kept('select /* planned once */ id%')).toBe(1)
})

it('a connection keeps no more than a few hundred', async () => {
  for (let nth = 0; nth < 400; nth++)
    await sql`select ${sql.raw(String(nth))} as nth where ${nth}::int >= 0`.execute(one.db)
  expect(await kept('select%as nth where%')).toBeLessThanOrEqual(300)
})

it('works on after a table was changed under a statement that it keeps', async () => {
  const fresh = openDatabase(own.url, { max: 1, named: true })
  const ask = () => sql<{ name: unknown }>`select name from thing where id = ${1}`.execute(fresh.db)
  expect((await ask()).rows).toEqual([{ name: 'drum' }])
  await onServer(own.url, `alter table thing alter column name type varchar(10)[] using array[name]`)
  await expect(ask()).rejects.toThrow('cached plan must not change result type')
  expect((await ask()).rows).toEqual([{ name: ['drum'] }])
  await fresh.close()
})

it('keeps nothing where a pooler hands its connections round', async () => {
  const through = openDatabase(own.url, { max: 1 })
  await sql`select id from thing where id = ${1}`.execute(through.db)
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(through.db)
  expect(rows).toEqual([])
  await through.close()
})
