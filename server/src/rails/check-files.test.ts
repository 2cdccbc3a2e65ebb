import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { aDatabase } from '../testing/database.ts'
import { someStaff } from '../testing/dispute-bookkeeping.ts'
import { aMerchant } from '../testing/factories.ts'
import { makeSeal } from '../seal.ts'
import { uuidv7 } from '../uuid.ts'
import { checkFiles } from './check-files.ts'
import { openFiles } from './files.ts'
import { openFolderStore } from './folder-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'kobo-check-files-'))
const database = await aDatabase()
const { db } = database
const files = openFiles({ store: openFolderStore(folder), seal: makeSeal('a secret'), publicPath: '/api/files' })
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function store(name: string) {
  const [kept] = await files.keep([{ name, contentType: 'text/plain', bytes: Buffer.from(randomUUID()) }])
  if (!kept) throw new Error('Nothing was stored')
  const id = await files.add(db, { ...kept, mode: 'PRODUCTION' })
  return await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

it('names a document that is missing or changed, and counts expired statements apart', async () => {
  await store('whole.txt')
  const missing = await store('missing.txt')
  await files.erase(missing)
  const changed = await store('changed.txt')
  await db.updateTable('file').set({ sha256: 'of other bytes' }).where('id', '=', changed.id).execute()
  const statement = await store('statement.csv')
  await files.erase(statement)
  const merchant = await aMerchant(db)
  const staffId = await db.transaction().execute(someStaff)
  const now = new Date()
  await sql`
    insert into statement (id, created_at, mode, merchant_id, staff_id, start_day, end_day, csv_file_id)
    values (${uuidv7(now.getTime())}, ${now.toISOString()}, 'PRODUCTION', ${merchant.id}, ${staffId}, '2026-01-01', '2026-01-02', ${statement.id})`.execute(
    db,
  )
  expect(await checkFiles(database.pool, files)).toEqual({
    checked: 4,
    faults: [`${missing.id} missing.txt: missing`, `${changed.id} changed.txt: its bytes are not those of its row`],
    expired: 1,
  })
})
