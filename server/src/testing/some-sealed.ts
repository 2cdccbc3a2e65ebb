import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { closeRow, columnsOf, openRow, readSealedRows, sealedTables } from '../db/sealed-values.ts'
import { closeSessionKey } from '../http/session-key.ts'
import type { Seal } from '../seal.ts'
import { uuidv7 } from '../uuid.ts'
import { aBvnRecord, aDirector, aMerchant, aWallet, testSeal } from './factories.ts'
import { withEndpoint } from './payouts.ts'

export const clearNumbers = { bvn: '22123456789', nin: '61234567890', passport: 'A12345678' }

/** Inserts rows with every kind of sealed value, by the tests' secret and in form 2. */
export async function someSealed(db: Database) {
  const { bvn, nin, passport } = clearNumbers
  const merchant = await aMerchant(db, { bvn, identity_number: passport })
  const director = await aDirector(db, merchant.id, { bvn })
  const wallet = await aWallet(db, merchant, { bvn, nin })
  const bare = await aWallet(db, merchant, { bvn: null, nin })
  await aBvnRecord(db, { bvn })
  await withEndpoint(db, testSeal, merchant.id, 'https://hooks.example')
  const staffId = uuidv7()
  const at = new Date().toISOString()
  const person = { id: staffId, created_at: at, email: `${staffId}@demo.test`, first_name: 'Ada', last_name: 'Obi' }
  await db
    .insertInto('staff')
    .values({ ...person, role: 'ADMIN', mode: 'PRODUCTION' })
    .execute()
  const place = (column: string) => ({ table: 'second_factor', column, id: staffId })
  await db
    .insertInto('second_factor')
    .values({
      staff_id: staffId,
      created_at: at,
      sealed_secret: testSeal.close('a secret of an app', place('sealed_secret')),
      sealed_recovery_key: testSeal.close('a key of recovery codes', place('sealed_recovery_key')),
    })
    .execute()
  const sessionId = uuidv7()
  const session = { id: sessionId, staff_id: staffId, created_at: at, seen_at: at, ends_at: at, cookie_hash: '' }
  const sealed_key = closeSessionKey(testSeal, sessionId, randomBytes(32))
  await db
    .insertInto('session')
    .values({ ...session, mode: 'PRODUCTION', sealed_key })
    .execute()
  return { merchant, director, wallet, bare, staffId }
}

/** What every stored value opens to, by table, in the order of their rows; throws if one does not open. */
export async function openAll(db: Database, seal: Seal): Promise<Record<string, string[][]>> {
  const opened: Record<string, string[][]> = {}
  for (const of of sealedTables) {
    const rows = await readSealedRows(db, of, { after: null, limit: 100_000 })
    const values = rows.map((row) => [...openRow(seal, of, row).values()])
    // Of these the hash of the number is the key, which changes.
    opened[of.table] = of.id === 'bvn' ? values.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)) : values
  }
  return opened
}

/** Seals the values of all or some tables again, as another secret or the release before has. */
export async function sealAllBy(db: Database, seal: Seal, tables?: readonly string[]): Promise<void> {
  for (const of of sealedTables) {
    if (tables && !tables.includes(of.table)) continue
    for (const row of await readSealedRows(db, of, { after: null, limit: 100_000 })) {
      const { key } = row
      const sealed = closeRow(seal, of, { key, clear: openRow(testSeal, of, row) })
      const sets = columnsOf(of).map((column) => sql`${sql.ref(column)} = ${sealed[column] ?? null}`)
      await sql`update ${sql.table(of.table)} set ${sql.join(sets)} where ${sql.ref(of.id)} = ${key}`.execute(db)
    }
  }
}
