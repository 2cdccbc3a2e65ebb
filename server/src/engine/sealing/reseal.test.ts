import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { keyUses } from '../../db/sealed-values.ts'
import { eraseSuperseded } from '../../http/purge-files.ts'
import { listItemErrors } from '../../jobs/item-errors.ts'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { unprovenSeals } from '../../ledger/audit-seals/proofs.ts'
import { sealRows } from '../../ledger/audit-seals/seal-rows.ts'
import { findUnopened } from '../../ledger/find-unopened.ts'
import { openFiles } from '../../rails/files.ts'
import { openFolderStore } from '../../rails/folder-store.ts'
import { makeSeal, type Seal, type SealForm } from '../../seal.ts'
import { anAuditRow, sealAll, unguardAudit } from '../../testing/audit-seals.ts'
import { aDatabase } from '../../testing/database.ts'
import { aWallet, testSeal, testSecret } from '../../testing/factories.ts'
import { processItems } from '../../testing/run-inline.ts'
import { uuidv7 } from '../../uuid.ts'
import { stored } from '../../testing/stored.ts'
import { clearNumbers, openAll, sealAllBy, someSealed } from '../../testing/some-sealed.ts'
import { resealJob, sealClearNumbers, watchSealed } from './reseal.ts'

const next = 'the secret after it'
const nextSeal = makeSeal(next)
const [testKey = ''] = testSeal.keys

const folder = await mkdtemp(join(tmpdir(), 'kobo-reseal-'))
const filesOf = (seal: Seal) => openFiles({ store: openFolderStore(folder), seal, publicPath: '/api/files' })

let database = await aDatabase()
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await database.close()
  database = await aDatabase()
})

interface Bend {
  secrets?: [string, ...string[]]
  form?: () => SealForm
  previousKey?: string | null
}

/** Runs the job once, as a worker whose secret has changed does. Returns the items that failed. */
async function reseal({ secrets = [next, testSecret], form = () => 2, previousKey = testKey }: Bend = {}) {
  const { db } = database
  const clock = () => new Date()
  const seal: Seal = makeSeal(secrets, form)
  await db
    .insertInto('sealing_key')
    .values(seal.keys.map((name) => ({ name })))
    .onConflict((other) => other.doNothing())
    .execute()
  await runItemJob(
    { db, clock, onItemError: () => {} },
    resealJob({ db, clock, seal, files: filesOf(seal), previousKey }),
  )
  return (await listItemErrors(db)).map(({ item }) => item)
}

async function keysOfValues(): Promise<(string | null)[]> {
  return [...new Set((await keyUses(database.db)).map(({ key }) => key))]
}

describe('a changed secret', () => {
  it('FIND-36 seals every value anew, after which the previous secret opens none', async () => {
    await someSealed(database.db)
    const before = await openAll(database.db, testSeal)
    expect(Object.values(before).flat(2).length).toBe(11)
    expect(await reseal()).toEqual([])
    expect(await openAll(database.db, nextSeal)).toEqual(before)
    expect(await keysOfValues()).toEqual(nextSeal.keys)
  })

  it('seals in chunks, and continues where two killed workers left it', async () => {
    const { merchant } = await someSealed(database.db)
    const at = new Date()
    const many = Array.from({ length: 1_203 }, (_, nth) => {
      const id = uuidv7(at.getTime())
      const bvn = testSeal.closeNumber(`22${String(nth).padStart(9, '0')}`, { table: 'wallet', column: 'bvn', id })
      const numbers = { bvn: bvn.hash, sealed_bvn: bvn.sealed }
      const account = { account_name: 'Chidi Okafor', tier: 1, status: 'ACTIVE', created_at: at.toISOString() }
      return { id, mode: merchant.mode, merchant_id: merchant.id, ...account, ...numbers }
    })
    await database.db.insertInto('wallet').values(many).execute()
    const before = await openAll(database.db, testSeal)
    // Some of the values are sealed anew already.
    const place = { table: 'wallet', column: 'bvn', id: many[700]?.id ?? '' }
    const sealed = nextSeal.closeNumber('22000000700', place)
    await sql`update wallet set bvn = ${sealed.hash}, sealed_bvn = ${sealed.sealed} where id = ${place.id}`.execute(
      database.db,
    )
    await Promise.all([reseal(), reseal()])
    expect(await reseal()).toEqual([])
    expect(await openAll(database.db, nextSeal)).toEqual(before)
  })

  it('leaves what servers with the next secret have sealed', async () => {
    await someSealed(database.db)
    await sealAllBy(database.db, nextSeal)
    expect(await reseal({ secrets: [testSecret, next], previousKey: null })).toEqual([])
    expect(await keysOfValues()).toEqual(nextSeal.keys)
  })

  it('reports a row that does not open, seals all others, and seals it once it is repaired', async () => {
    const { db } = database
    const { wallet, bare } = await someSealed(db)
    await sql`
      update wallet set nin = other.nin, sealed_nin = other.sealed_nin
      from wallet as other where wallet.id = ${wallet.id} and other.id = ${bare.id}`.execute(db)
    const item = `wallet ${wallet.id}`
    expect(await reseal()).toEqual([item])
    expect((await keyUses(db)).filter(({ key }) => key === testKey).map(({ where }) => where)).toEqual([
      'wallet.bvn',
      'wallet.nin',
    ])
    const numbers = { nin: wallet.nin, sealed_nin: wallet.sealed_nin }
    await db.updateTable('wallet').set(numbers).where('id', '=', wallet.id).execute()
    await db
      .updateTable('job_item_error')
      .set({ next_attempt_at: new Date(0).toISOString() })
      .execute()
    expect(await reseal()).toEqual([])
    expect(await keysOfValues()).toEqual(nextSeal.keys)
  })

  it('merges two records of one BVN, and keeps that it is watch-listed', async () => {
    const { db } = database
    await someSealed(db)
    await db.updateTable('bvn_record').set({ watch_listed: true }).execute()
    const { hash, sealed } = nextSeal.closeNumber(clearNumbers.bvn, { table: 'bvn_record', column: 'bvn', id: '' })
    await db.insertInto('bvn_record').values({ bvn: hash, sealed_bvn: sealed }).execute()
    expect(await reseal()).toEqual([])
    expect(await db.selectFrom('bvn_record').select(['bvn', 'watch_listed']).execute()).toEqual([
      { bvn: hash, watch_listed: true },
    ])
  })

  it('proves with the new secret what the previous one proves, and nothing else', async () => {
    const { db } = database
    for (let seals = 0; seals < 3; seals++) {
      await anAuditRow(db)
      await sealAll(db)
    }
    await db.transaction().execute(async (t) => {
      await unguardAudit(t)
      await sql`update audit_proof set proof = sha256('') where seal_no = 2`.execute(t)
    })
    expect((await unprovenSeals(db, nextSeal)).ids).toEqual(['1', '2', '3'])
    await Promise.all([reseal(), reseal()])
    expect(await unprovenSeals(db, nextSeal)).toEqual({ count: 1, ids: ['2'] })
    // The proofs by the previous secret stay.
    expect(await unprovenSeals(db, testSeal)).toEqual({ count: 1, ids: ['2'] })
    // A server that has the previous secret yet makes another seal.
    await anAuditRow(db)
    await sealRows(db, makeSeal([testSecret, next]))
    expect((await unprovenSeals(db, nextSeal)).ids).toEqual(['2', '4'])
    await anAuditRow(db)
    await sealRows(db, makeSeal([next, testSecret]))
    await reseal()
    expect((await unprovenSeals(db, nextSeal)).ids).toEqual(['2'])
  })
})

describe('stored files', () => {
  const report = { mode: 'PRODUCTION', name: 'CAC.pdf', contentType: 'application/pdf' } as const
  const contents = ['a report of a company', 'x'.repeat(200_000)].map((text) => Buffer.from(text))

  async function readAll(seal: Seal): Promise<Buffer[]> {
    const rows = await database.db.selectFrom('file').selectAll().orderBy('id').execute()
    return await Promise.all(rows.map(async (row) => await buffer(await filesOf(seal).read(row))))
  }

  async function bytesOnDisk(): Promise<Buffer[]> {
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name))
    return await Promise.all(paths.map((path) => readFile(path)))
  }

  it('are sealed with the new secret, those in clear of an earlier release too, and leave nothing behind', async () => {
    const { db } = database
    const asBefore = filesOf(makeSeal(testSecret, () => 1))
    for (const bytes of contents) await stored(asBefore, db, { ...report, bytes })
    for (const bytes of contents) await stored(filesOf(testSeal), db, { ...report, bytes })
    const all = [...contents, ...contents]
    expect(await readAll(testSeal)).toEqual(all)
    expect(await reseal({ form: () => 1 })).toEqual([])
    expect((await bytesOnDisk()).filter((bytes) => bytes.includes('a report'))).toHaveLength(1)
    expect(await reseal()).toEqual([])
    expect(await readAll(nextSeal)).toEqual(all)
    await processItems(eraseSuperseded({ db, files: filesOf(nextSeal), clock: () => new Date(Date.now() + 60_000) }, 0))
    const onDisk = await bytesOnDisk()
    expect(onDisk).toHaveLength(4)
    for (const bytes of onDisk) {
      expect(bytes.subarray(0, 24).toString()).toBe(`kobo.s1\n${nextSeal.keys[0]}`)
      expect(bytes.includes('a report')).toBe(false)
    }
    const rows = await db.selectFrom('file').select(['size_bytes', 'sealed_with']).orderBy('id').execute()
    expect(rows).toEqual(all.map(({ length }) => ({ size_bytes: length, sealed_with: nextSeal.keys[0] })))
  })

  it('are reported if they are missing or altered, and all others are sealed', async () => {
    const { db } = database
    const files = filesOf(testSeal)
    const ids: string[] = []
    for (const bytes of [...contents, ...contents]) ids.push(await stored(files, db, { ...report, bytes }))
    const [lost = '', wrong = ''] = ids
    const { storage_key } = await db.selectFrom('file').selectAll().where('id', '=', lost).executeTakeFirstOrThrow()
    await files.erase({ storage_key })
    await db.updateTable('file').set({ sha256: 'of something else' }).where('id', '=', wrong).execute()
    expect(await reseal()).toEqual([`file ${lost}`, `file ${wrong}`])
    expect((await keyUses(db)).filter(({ where }) => where === 'files')).toEqual([
      { where: 'files', key: nextSeal.keys[0], values: 2 },
      { where: 'files', key: testKey, values: 2 },
    ])
  })

  it('are reported if a statement about one times out, and all others are sealed', async () => {
    const { db } = database
    const ids: string[] = []
    for (const bytes of [...contents, ...contents]) ids.push(await stored(filesOf(testSeal), db, { ...report, bytes }))
    const [slow = ''] = ids
    await sql`
      create function time_out() returns trigger language plpgsql as $$
      begin raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled'; end $$`.execute(
      db,
    )
    await sql`
      create trigger slow before update on file for each row when (old.id = ${sql.lit(slow)})
      execute function time_out()`.execute(db)
    expect(await reseal()).toEqual([`file ${slow}`])
    expect((await keyUses(db)).filter(({ where }) => where === 'files')).toEqual([
      { where: 'files', key: nextSeal.keys[0], values: 3 },
      { where: 'files', key: testKey, values: 1 },
    ])
  })
})

describe('a release that seals in form 1', () => {
  it('is converted once the form is raised, and not before', async () => {
    const { db } = database
    await someSealed(db)
    const before = await openAll(db, testSeal)
    await sealAllBy(
      db,
      makeSeal(testSecret, () => 1),
    )
    expect(await openAll(db, testSeal)).toEqual(before)
    expect(await keysOfValues()).toEqual([null])
    const alone: Bend = { secrets: [testSecret], previousKey: null }
    expect(await reseal({ ...alone, form: () => 1 })).toEqual([])
    expect(await keysOfValues()).toEqual([null])
    expect(await reseal(alone)).toEqual([])
    expect(await openAll(db, testSeal)).toEqual(before)
    expect(await keysOfValues()).toEqual([testKey])
  })

  it('FIND-36 has numbers in clear from releases before it sealed once when two servers start together', async () => {
    const { db } = database
    const { wallet } = await someSealed(db)
    const before = await openAll(db, testSeal)
    await sql`alter table wallet drop constraint wallet_sealed`.execute(db)
    const clear = { bvn: clearNumbers.bvn, nin: clearNumbers.nin, sealed_bvn: null, sealed_nin: null }
    await db.updateTable('wallet').set(clear).where('id', '=', wallet.id).execute()
    await Promise.all([sealClearNumbers(db, testSeal), sealClearNumbers(db, testSeal)])
    expect(await openAll(db, testSeal)).toEqual(before)
  })
})

describe('a value that was exchanged by SQL', () => {
  it.each([
    ['with its hash', ['nin', 'sealed_nin'], ['nin', 'sealed_nin']],
    ['without its hash', ['sealed_nin'], ['sealed_nin']],
    ['the hash alone', ['nin'], ['nin']],
    ['from another column', ['bvn', 'sealed_bvn'], ['nin', 'sealed_nin']],
  ])('is found by the check: %s', async (_, to, from) => {
    const { db } = database
    const { wallet } = await someSealed(db)
    const other = await aWallet(db, { id: wallet.merchant_id, mode: wallet.mode }, { nin: '61234567899' })
    expect(await findUnopened(db, testSeal)).toEqual([])
    const sets = to.map((column, at) => sql`${sql.ref(column)} = other.${sql.ref(from[at] ?? '')}`)
    await sql`
      update wallet set ${sql.join(sets)} from wallet as other
      where wallet.id = ${wallet.id} and other.id = ${other.id}`.execute(db)
    expect(await findUnopened(db, testSeal)).toMatchObject([{ count: 1, ids: [wallet.id] }])
    const clock = () => new Date()
    await runItemJob(
      { db, clock, onItemError: () => {} },
      { ...watchSealed({ db, seal: testSeal }), due: { everyMs: 1 } },
    )
    const errors = await listItemErrors(db)
    expect(errors.map(({ item, error }) => [item, error])).toEqual([['wallet', expect.stringContaining(wallet.id)]])
  })

  it('is found in every table with sealed values', async () => {
    const { db } = database
    await someSealed(db)
    await someSealedElsewhere()
    for (const [table, column] of [
      ['merchant', 'sealed_bvn'],
      ['director', 'sealed_bvn'],
      ['webhook_endpoint', 'sealed_secret'],
      ['second_factor', 'sealed_secret'],
      ['session', 'sealed_key'],
    ] as const) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = (select ${sql.ref(column)} from ${sql.table(table)} limit 1)`.execute(
        db,
      )
    }
    const found = await findUnopened(db, testSeal)
    expect(found.map(({ count, sentence }) => [count, sentence.split(' ')[2]])).toEqual([
      [1, 'director'],
      [1, 'merchant'],
      [1, 'second_factor'],
      [1, 'session'],
      [1, 'webhook_endpoint'],
    ])
  })

  async function someSealedElsewhere() {
    await database.db.deleteFrom('bvn_record').execute()
    await someSealed(database.db)
  }
})
