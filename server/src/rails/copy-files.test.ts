import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { aFile } from '../testing/factories.ts'
import { makeSeal } from '../seal.ts'
import { stored } from '../testing/stored.ts'
import { copyFiles } from './copy-files.ts'
import { StoreUnavailableError } from './file-store.ts'
import { openFiles } from './files.ts'
import { openFolderStore } from './folder-store.ts'

const seal = makeSeal('a secret')
let root: string
let database: TestDatabase

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kobo-copy-'))
  database = await aDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true })
})

it('copies every stored file, repeats an interrupted copy, and names what is damaged or missing', async () => {
  const { db } = database
  const from = openFolderStore(join(root, 'from'))
  const to = openFolderStore(join(root, 'to'))
  const pathIn = (side: string, key: string) => join(root, side, key.slice(0, 2), key)
  const files = openFiles({ store: from, seal, publicPath: '/api/files' })
  const rows = []
  for (let position = 0; position < 6; position++) {
    const bytes = Buffer.from(`document ${position}`)
    const id = await stored(files, db, { mode: 'SANDBOX', name: `${position}.pdf`, contentType: 'text/plain', bytes })
    rows.push(await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  }
  const [damaged, missing, ...sound] = rows
  if (!damaged || !missing) throw new Error('Nothing was stored')

  let reads = 0
  const away = {
    ...from,
    read: (key: string) => (++reads > 2 ? Promise.reject(new StoreUnavailableError('away')) : from.read(key)),
  }
  await expect(copyFiles(db, { from: away, to, seal })).rejects.toThrow(StoreUnavailableError)

  await writeFile(pathIn('from', damaged.storage_key), 'something else')
  await from.erase(missing.storage_key)
  await to.erase(damaged.storage_key)
  await to.erase(missing.storage_key)
  const wild = await aFile(db, { name: 'wild.pdf' })
  const first = await copyFiles(db, { from, to, seal })
  expect(first.copied + first.present).toBe(4)
  expect(first.faults.toSorted()).toEqual(
    [
      `${damaged.id}: its bytes in the source are not those of its row`,
      `${missing.id}: its bytes are missing in the source`,
      `${wild.id}: its row names no valid key`,
    ].toSorted(),
  )
  const copies = openFiles({ store: to, seal, publicPath: '/api/files' })
  for (const [position, row] of sound.entries()) {
    expect(await text(await copies.read(row))).toBe(`document ${position + 2}`)
  }
  await expect(readFile(pathIn('to', damaged.storage_key))).rejects.toThrow('ENOENT')

  const [cut] = sound
  if (!cut) throw new Error('Nothing was stored')
  await writeFile(pathIn('to', cut.storage_key), 'docu')
  expect(await copyFiles(db, { from, to, seal })).toMatchObject({ copied: 1, present: 3 })
  expect(await text(await copies.read(cut))).toBe('document 2')
})
