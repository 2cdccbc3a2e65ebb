import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { markAllBackfilled } from './ledger/backfill.ts'
import { recountMonth } from './ledger/counters/recount.ts'
import { profitScope } from './ledger/counters/scopes.ts'
import { foldAll } from './ledger/fold.ts'
import { startServer } from './server.ts'
import { readSettings } from './settings.ts'
import { charge } from './testing/ledger-fixtures.ts'
import { type CustomerAccount, someAccounts } from './testing/customer-accounts.ts'
import { aDatabase } from './testing/database.ts'
import { manyTransactions } from './testing/many-rows.ts'
import { byDepth } from './testing/property-runs.ts'
import { testSecret } from './testing/factories.ts'

const transactions = byDepth({ sample: 750_000, full: 3_000_000 })
const merchants = 100
const starts = 5
const folder = mkdtempSync(join(tmpdir(), 'kobo-startup-'))
const database = await aDatabase()
const { db } = database
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const env = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET: testSecret, HOST: '127.0.0.1', PORT: '0' }
const settings = readSettings({ ...env, LOG_LEVEL: 'silent', SMTP_URL: 'smtp://127.0.0.1:1' }, folder)

async function start() {
  const begun = performance.now()
  const server = await startServer(settings, { step: () => {}, progress: () => {}, demoMail: () => {} })
  return { server, ms: performance.now() - begun }
}

it('is ready before it has repaired a counter among many transactions', async () => {
  await fill()
  const { rows: cells } = await sql<{ day: string; n: bigint; merchant_id: string }>`
    select merchant_id, day, n from count_merchant_day where category = 'FEE' order by n desc, merchant_id, day limit ${starts}
  `.execute(db)
  // Absorbs work that is done once per database, and loading that is done once per process.
  await (await start()).server.stop()
  const [completeTimes, repairTimes]: [number[], number[]] = [[], []]
  let readyBeforeRepair = 0
  for (const cell of cells) {
    const before = await start()
    await before.server.stop()
    completeTimes.push(before.ms)
    const isCell = sql<boolean>`merchant_id = ${cell.merchant_id} and day = ${cell.day} and category = 'FEE'`
    await db.deleteFrom('count_merchant_day').where(isCell).execute()
    const { server, ms } = await start()
    repairTimes.push(ms)
    const repairBegun = performance.now()
    const stored = () => db.selectFrom('count_merchant_day').select('n').where(isCell).executeTakeFirst()
    if ((await stored()) === undefined) readyBeforeRepair += 1
    while ((await stored()) === undefined) await sleep(100)
    process.stdout.write(`repaired ${Math.round(performance.now() - repairBegun)} ms after the server was ready\n`)
    expect(await stored()).toEqual({ n: cell.n })
    await server.stop()
  }
  process.stdout.write(
    `ready with no counter missing: ${completeTimes.map(Math.round).join(', ')} ms; with one: ${repairTimes.map(Math.round).join(', ')} ms\n`,
  )
  expect(readyBeforeRepair).toBeGreaterThan(0)
})

async function fill(): Promise<void> {
  const accounts: CustomerAccount[] = []
  for (let nth = 0; nth < merchants; nth++) {
    const [shop] = await someAccounts(db, 'PRODUCTION')
    accounts.push(shop)
  }
  await db.transaction().execute(async (t) => {
    await sql`set local statement_timeout = 0`.execute(t)
    await charge(t, accounts[0] ?? (await someAccounts(db, 'PRODUCTION'))[0])
    await manyTransactions(t, accounts, transactions)
    await markAllBackfilled(t)
  })
  await sql`analyze`.execute(db)
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', created_at + interval '1 hour')::date as month from profit`.execute(db)
  for (const { month } of rows) {
    for (const scope of ['MERCHANT', profitScope]) {
      await db.transaction().execute((t) => recountMonth(t, { mode: 'PRODUCTION', scope, month }))
    }
  }
  await foldAll(db)
}
