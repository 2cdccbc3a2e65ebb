import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { lockAccountDays } from './ledger/account-days.ts'
import { foldAll, lockCounts } from './ledger/fold.ts'
import { type Server, startServer } from './server.ts'
import { readSettings } from './settings.ts'
import { charge } from './testing/ledger-fixtures.ts'
import { someAccounts } from './testing/customer-accounts.ts'
import { aDatabase } from './testing/database.ts'
import { eventually } from './testing/payouts.ts'
import { testSecret } from './testing/factories.ts'

const folder = mkdtempSync(join(tmpdir(), 'kobo-startup-'))
const database = await aDatabase()
const { db } = database
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(ROLE: 'web' | 'worker'): Promise<Server> {
  const env = {
    ROLE,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET: testSecret,
    HOST: '127.0.0.1',
    PORT: '0',
  }
  const settings = readSettings({ ...env, LOG_LEVEL: 'silent', SMTP_URL: 'smtp://127.0.0.1:1' }, folder)
  return startServer(settings, { step: () => {}, progress: () => {}, demoMail: () => {} })
}

it('becomes ready while the repair of a lost counter is blocked, and repairs it afterwards', async () => {
  const [shop] = await someAccounts(db, 'PRODUCTION')
  await db.transaction().execute((t) => charge(t, shop))
  await foldAll(db)
  const days = db.selectFrom('count_merchant_day').selectAll().orderBy('type').orderBy('category')
  const originalDays = await days.execute()
  expect(originalDays).not.toEqual([])
  await sql`delete from count_merchant_day`.execute(db)
  const other = await db.startTransaction().execute()
  await lockCounts(other)
  await lockAccountDays(other)
  try {
    for (const role of ['web', 'worker', 'worker'] as const) servers.push(await start(role))
    expect(await days.execute()).toEqual([])
  } finally {
    await other.rollback().execute()
  }
  await eventually(async () => (await days.execute()).length > 0)
  expect(await days.execute()).toEqual(originalDays)
})
