import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { uuidv7 } from '../uuid.ts'
import { MissingFileError } from './file-store.ts'
import { type Files, openFiles } from './files.ts'
import { makeSeal } from '../seal.ts'
import { openFolderStore } from './folder-store.ts'
import { stored } from '../testing/stored.ts'

const publicPath = '/api/files'
const seal = makeSeal('a secret')
const now = new Date('2026-11-20T13:02:11.000Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const file = { id: '01934f6a-7c21-7e4b-9a50-2f6d1c0b77e1', name: 'CAC status report.pdf' }
const bytes = Buffer.from('%PDF-1.4 a small document')

let folder: string
let database: TestDatabase
let files: Files

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobo-files-'))
  database = await aDatabase()
  files = openFiles({ store: openFolderStore(folder), seal, publicPath })
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** Returns what the file route reads from a URL. */
function parts(address: string) {
  const url = new URL(address, 'https://console.test')
  const [, , , id = '', name = ''] = url.pathname.split('/')
  const [expires = '', signature = ''] = ['expires', 'signature'].map((key) => url.searchParams.get(key) ?? '')
  return { url, id, name: decodeURIComponent(name), expires, signature }
}

describe('stored files', () => {
  it('returns a file byte for byte and describes it in its row', async () => {
    const id = await stored(files, database.db, {
      mode: 'PRODUCTION',
      name: file.name,
      contentType: 'application/pdf',
      bytes,
    })
    const row = await database.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ mode: 'PRODUCTION', name: file.name, content_type: 'application/pdf', size_bytes: 25 })
    expect(row.sha256).toBe('adbe4d79752538c0360a9ac52a2cf08f895203a544ee623ae8d4758bae600db4')
    expect(await buffer(await files.read(row))).toEqual(bytes)
  })

  it('stores a file under a random key and not under its given name', async () => {
    const put = { mode: 'SANDBOX', name: '../../../etc/passwd', contentType: 'text/plain', bytes } as const
    const id = await stored(files, database.db, put)
    const row = await database.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.storage_key).toMatch(/^[\da-f]{32}$/)
    expect(row.name).toBe('.. .. .. etc passwd')
    const onDisk = await readFile(join(folder, row.storage_key.slice(0, 2), row.storage_key))
    expect(onDisk.includes(bytes)).toBe(false)
    expect(await buffer(await files.read(row))).toEqual(bytes)
  })

  it('writes a promised file in chunks over an interrupted attempt, and erases it', async () => {
    const { db } = database
    const staff = {
      id: uuidv7(),
      created_at: new Date().toISOString(),
      email: 'ada@demo.test',
      first_name: 'Ada',
      last_name: 'Eze',
      role: 'ADMIN',
    }
    await db.insertInto('staff').values(staff).execute()
    const promised = { mode: 'PRODUCTION', name: file.name, contentType: 'application/pdf', staffId: staff.id } as const
    const id = await files.promise(db, promised)
    const row = () => db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await row()).toMatchObject({ status: 'MAKING', size_bytes: null, sha256: null, staff_id: staff.id })
    const first = await row()
    const cutOff = await files.receive(db, first)
    await cutOff.write(Buffer.from('a longer text of a try that was cut off in the middle'))
    const incoming = await files.receive(db, await row())
    // A worker that only seemed dead begins no other attempt, changes no byte, and marks nothing as ready.
    await expect(files.receive(db, first)).rejects.toThrow('by another worker')
    await cutOff.write(Buffer.from('and went on'))
    await expect(files.settle(db, id, await cutOff.end())).rejects.toThrow('by another worker')
    for (const byte of bytes) await incoming.write(Buffer.from([byte]))
    await files.settle(db, id, await incoming.end())
    const ready = await row()
    expect(ready).toMatchObject({ status: 'READY', size_bytes: bytes.length })
    expect(ready.sha256).toBe('adbe4d79752538c0360a9ac52a2cf08f895203a544ee623ae8d4758bae600db4')
    expect(await buffer(await files.read(ready))).toEqual(bytes)
    await files.settle(db, id, 'failed')
    expect(await row()).toEqual(ready)
    await files.erase(ready)
    await files.erase(ready)
    await expect(files.read(ready)).rejects.toThrow(MissingFileError)
  })

  it('leaves no file when the transaction of its row fails', async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await stored(files, transaction, { mode: 'SANDBOX', name: 'lost.pdf', contentType: 'application/pdf', bytes })
      throw new Error('the write around it failed')
    })
    await expect(failing).rejects.toThrow('the write around it failed')
    const row = await database.db.selectFrom('file').select('id').where('name', '=', 'lost.pdf').executeTakeFirst()
    expect(row).toBeUndefined()
  })

  it('leaves no row when the bytes cannot be written', async () => {
    const nowhere = openFiles({
      store: openFolderStore(join(folder, 'missing\0folder')),
      seal,
      publicPath,
    })
    const put = { mode: 'SANDBOX', name: 'unwritten.pdf', contentType: 'application/pdf', bytes } as const
    await expect(stored(nowhere, database.db, put)).rejects.toThrow('null bytes')
    const row = await database.db.selectFrom('file').select('id').where('name', '=', 'unwritten.pdf').executeTakeFirst()
    expect(row).toBeUndefined()
  })

  it('stores many files at once and overwrites those of an earlier attempt', async () => {
    const contents = Array.from({ length: 40 }, (_, position) => ({
      key: position.toString(16).padStart(32, '0'),
      bytes: Buffer.from(`document ${position}`),
    }))
    const apart = join(folder, 'apart')
    const many = openFiles({ store: openFolderStore(apart), seal, publicPath })
    const progress: number[] = []
    await many.store(contents.map(({ key }) => ({ key, bytes: Buffer.from('a longer text of the earlier try') })))
    await many.store(contents, (done) => progress.push(done))
    expect(progress.at(-1)).toBe(40)
    for (const { key, bytes: written } of contents)
      expect(await buffer(await many.read({ storage_key: key, sealed_with: many.sealedWith() }))).toEqual(written)
    expect(await readdir(join(apart, '00'))).toHaveLength(40)
  })

  it('rejects a storage key that is not a generated one', async () => {
    for (const key of ['../../etc/passwd', '/etc/passwd', '', 'ab', `${'a'.repeat(31)}/`, 'A'.repeat(32)]) {
      await expect(files.read({ storage_key: key, sealed_with: null })).rejects.toThrow('Not the key of a stored file')
      await expect(files.store([{ key, bytes }])).rejects.toThrow('Not the key of a stored file')
    }
    await expect(files.read({ storage_key: 'f'.repeat(32), sealed_with: null })).rejects.toThrow(MissingFileError)
  })
})

describe('signed URLs', () => {
  it('signs a URL that names the file and stays valid for at least 15 minutes', () => {
    const { url, id, name, expires, signature } = parts(files.address(file, now))
    expect(url.pathname).toBe(`/api/files/${file.id}/CAC%20status%20report.pdf`)
    expect([...url.searchParams.keys()]).toEqual(['expires', 'signature'])
    expect({ id, name }).toEqual(file)
    expect(Number(expires)).toBe(Date.parse('2026-11-20T13:20:00.000Z'))
    expect(files.check(id, expires, signature, now)).toBe(true)
    expect(files.check(id, expires, signature, after(15))).toBe(true)
    expect(files.check(id, expires, signature, new Date(Number(expires) - 1))).toBe(true)
    expect(files.check(id, expires, signature, new Date(Number(expires)))).toBe(false)
    expect(files.check(id, expires, signature, after(60))).toBe(false)
  })

  it('signs equal URLs within five minutes, so that the browser cache applies', () => {
    expect(files.address(file, after(2))).toBe(files.address(file, now))
    expect(files.address(file, after(5))).not.toBe(files.address(file, now))
  })

  it('rejects a URL after any part is changed', () => {
    const { id, expires, signature } = parts(files.address(file, now))
    const later = String(Number(expires) + 60_000)
    expect(files.check(id.replace('0193', '0194'), expires, signature, now)).toBe(false)
    expect(files.check(id, later, signature, now)).toBe(false)
    for (const spelling of [`${expires} `, `0${expires}`, `${expires}.0`, `${Number(expires) / 1e3}e3`]) {
      expect(files.check(id, spelling, signature, now)).toBe(false)
    }
    expect(files.check(`${id}\n${expires}`, '', signature, now)).toBe(false)
    for (const wrong of [
      '',
      'undefined',
      `${signature}=`,
      signature.slice(1),
      signature.toUpperCase(),
      'é'.repeat(22),
    ]) {
      expect(files.check(id, expires, wrong, now)).toBe(false)
    }
  })

  it('rejects a URL on a server with another secret', () => {
    const { id, expires, signature } = parts(files.address(file, now))
    const elsewhere = openFiles({ store: openFolderStore(folder), seal: makeSeal('another secret'), publicPath })
    expect(elsewhere.check(id, expires, signature, now)).toBe(false)
  })

  it('keeps a URL below its path for any file name', () => {
    for (const name of [
      '..',
      '.',
      '',
      '/',
      '\\..\\',
      'a/b?c#d',
      '../x',
      '%2e%2e',
      '<b>&"\'.pdf',
      'Àdìrẹ €.pdf',
      '…'.repeat(500),
    ]) {
      const { url, id, signature, expires } = parts(files.address({ id: file.id, name }, now))
      expect(url.pathname.split('/').slice(0, 4)).toEqual(['', 'api', 'files', file.id])
      expect(url.pathname.split('/')).toHaveLength(5)
      expect(url.pathname.split('/')[4]).not.toBe('')
      expect(url.href.length).toBeLessThan(2000)
      expect(files.check(id, expires, signature, now)).toBe(true)
    }
  })
})
