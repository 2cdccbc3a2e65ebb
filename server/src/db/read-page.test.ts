import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import type { Database } from './database.ts'
import { readPage } from './read-page.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

const read = async (db: Database, page: number, beginning: string) => {
  const holidays = (from: Database) => from.selectFrom('holiday').where('name', 'like', `${beginning}%`)
  const { totalRecords } = await readPage(db, { page, size: 1 }, (snapshot) => ({
    matching: holidays(snapshot),
    shown: holidays(snapshot).select('name').orderBy('name'),
  }))
  return totalRecords
}

it('counts a list once for all pages that one snapshot reads', async () => {
  await database.db.deleteFrom('holiday').execute()
  await database.db.transaction().execute(async (t) => {
    const add = (day: string, name: string) => t.insertInto('holiday').values({ day, name }).execute()
    await add('2030-01-01', 'A1')
    await add('2030-01-02', 'A2')
    await add('2030-01-03', 'B1')
    expect([await read(t, 1, 'A'), await read(t, 2, 'B')]).toEqual([2, 1])
    // Nothing is added while a list is read: this shows what is counted again.
    await add('2030-01-04', 'A3')
    expect([await read(t, 2, 'A'), await read(t, 1, 'A'), await read(t, 2, 'A')]).toEqual([2, 3, 3])
  })
  expect(await read(database.db, 2, 'A')).toBe(3)
})
