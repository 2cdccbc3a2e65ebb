import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { databaseNow, runChunk } from '../../db/run-chunk.ts'
import { charge, collect, payOut } from '../../testing/ledger-fixtures.ts'
import { someAccounts } from '../../testing/customer-accounts.ts'
import { aDatabase } from '../../testing/database.ts'
import { runRepairs } from '../../testing/run-inline.ts'
import { everyMerchant } from '../counters/scopes.ts'
import { foldAll, foldDeltas } from '../fold.ts'
import { faultCounts, verifyLedger } from '../verify.ts'
import { counterRepair } from './counter-repairs.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
const [shop, customer] = await someAccounts(db, 'PRODUCTION')
await someActivity()
await foldAll(db)

function someActivity() {
  return db.transaction().execute(async (t) => {
    await payOut(t, shop, 'SUCCESS')
    await payOut(t, customer, 'PENDING')
    await charge(t, shop)
    await collect(t, customer)
  })
}

type Counters = 'count_day' | 'count_month' | 'count_merchant_day'

async function everyCounter() {
  const read = async (table: Counters) => {
    const { rows } = await sql`select * from ${sql.table(table)} as t where n <> 0 order by t::text`.execute(db)
    return rows
  }
  return [await read('count_day'), await read('count_month'), await read('count_merchant_day')]
}

it('finds a lost counter of any kind and recounts its month exactly', async () => {
  await runRepairs(db, [counterRepair])
  const complete = await everyCounter()
  let lost = 0
  for (const table of ['count_day', 'count_month', 'count_merchant_day'] as const) {
    const merchant = table === 'count_day' ? sql`mode = ''` : sql`merchant_id = ${everyMerchant}`
    const { rows } = await sql<{ cell: string }>`
      select min(t::text) as cell from ${sql.table(table)} as t where n <> 0
      group by scope = 'PROFIT', type = '*', category = '*', ${merchant}`.execute(db)
    for (const { cell } of rows) {
      await sql`delete from ${sql.table(table)} as t where t::text = ${cell}`.execute(db)
      expect(await runRepairs(db, [counterRepair])).toHaveLength(1)
      expect(await everyCounter()).toEqual(complete)
      lost += 1
    }
  }
  expect(lost).toBeGreaterThan(20)
})

it('recounts a month exactly while rows are written and folded', async () => {
  await sql`delete from count_month where type = '*'`.execute(db)
  await sql`update count_day set n = n + 3 where scope = 'PROFIT'`.execute(db)
  let isOver = false
  const writing = (async () => {
    while (!isOver) await someActivity()
  })()
  const folding = (async () => {
    while (!isOver) await foldDeltas(db)
  })()
  for (let round = 0; round < 5; round++) {
    await sql`delete from count_day where category = '*'`.execute(db)
    await runRepairs(db, [counterRepair])
  }
  isOver = true
  await Promise.all([writing, folding])
  expect(faultCounts(await verifyLedger(db))).toEqual(nothing)
  await foldAll(db)
  expect(faultCounts(await verifyLedger(db))).toEqual(nothing)
})

it('continues from the stored cursor of a failed worker and excludes other workers', async () => {
  const requestedAt = await databaseNow(db)
  const seen: string[] = []
  const dies: typeof counterRepair = {
    ...counterRepair,
    async chunk(t, cursor) {
      seen.push(cursor)
      const other = await runChunk(db, counterRepair, requestedAt)
      expect(other.state).toBe('busy')
      if (seen.length === 5) throw new Error('the worker ends')
      return await counterRepair.chunk(t, cursor)
    },
  }
  await expect(
    (async () => {
      while ((await runChunk(db, dies, requestedAt)).state === 'more');
    })(),
  ).rejects.toThrow('the worker ends')
  const continued: string[] = []
  const survives: typeof counterRepair = {
    ...counterRepair,
    chunk(t, cursor) {
      continued.push(cursor)
      return counterRepair.chunk(t, cursor)
    },
  }
  while ((await runChunk(db, survives, requestedAt)).state === 'more');
  expect(continued[0]).toBe(seen[4])
  expect(new Set([...seen, ...continued]).size).toBe(seen.length + continued.length - 1)
  // A request made before the scan began is done, and a later one has its own scan.
  expect(await runChunk(db, survives, requestedAt)).toEqual({ state: 'done', repaired: [] })
  expect((await runChunk(db, survives, await databaseNow(db))).state).toBe('more')
})
