import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { openFiles } from '../rails/files.ts'
import { openFolderStore } from '../rails/folder-store.ts'
import { makeSeal } from '../seal.ts'
import { aDatabase } from '../testing/database.ts'
import { someStaff } from '../testing/dispute-bookkeeping.ts'
import { processItems } from '../testing/run-inline.ts'
import { stored } from '../testing/stored.ts'
import { eraseSuperseded } from './purge-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'kobo-superseded-'))
const database = await aDatabase()
const { db } = database
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const openWith = (...secrets: [string, ...string[]]) =>
  openFiles({ store: openFolderStore(folder), seal: makeSeal(secrets), publicPath: '/api/files' })
const document = {
  mode: 'PRODUCTION',
  name: 'CAC.pdf',
  contentType: 'text/plain',
  bytes: Buffer.from('document'),
} as const
const storedKeys = async () =>
  (await readdir(folder, { recursive: true })).map((path) => path.slice(3)).filter((key) => key.length === 32)
const daysLater = (days: number) => () => new Date(Date.now() + days * 86_400_000)

it('keeps the earlier bytes of a document that was sealed anew for as long as backups refer to them', async () => {
  const before = openWith('the secret before')
  const id = await stored(before, db, document)
  const row = () => db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const earlier = await row()
  const files = openWith('a secret', 'the secret before')
  await files.reseal(db, id)
  expect((await row()).storage_key).not.toBe(earlier.storage_key)
  await processItems(eraseSuperseded({ db, files, clock: daysLater(13) }, 14))
  expect(await text(await before.read(earlier))).toBe('document')
  await processItems(eraseSuperseded({ db, files, clock: daysLater(15) }, 14))
  expect(await storedKeys()).toEqual([(await row()).storage_key])
  expect(await text(await files.read(await row()))).toBe('document')
  expect(await db.selectFrom('superseded_file').selectAll().execute()).toEqual([])
})

it('erases the earlier bytes of an export at once, since it can be requested again', async () => {
  const before = openWith('the secret before')
  const id = await stored(before, db, document)
  const { storage_key } = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const staffId = await db.transaction().execute(someStaff)
  await db.updateTable('file').set({ staff_id: staffId }).where('id', '=', id).execute()
  await openWith('a secret', 'the secret before').reseal(db, id)
  expect(await storedKeys()).not.toContain(storage_key)
})
