import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSeal } from '../seal.ts'
import { aDatabase } from '../testing/database.ts'
import { stored } from '../testing/stored.ts'
import { type Swift, startSwift, swiftMissing } from '../testing/swift.ts'
import { copyFiles } from './copy-files.ts'
import { type FileStore, MissingFileError, StoreUnavailableError } from './file-store.ts'
import { openFiles } from './files.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

// A real store that speaks the S3 protocol, on this machine: OpenStack Swift.

const missing = swiftMissing()
const mib = 1024 * 1024
const newKey = () => randomBytes(16).toString('hex')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

if (missing !== null) console.error(`The drill of the store cannot run: ${missing}`)

describe.skipIf(missing !== null)(`a store of the S3 protocol ${missing ?? ''}`, () => {
  let swift: Swift
  let store: FileStore

  beforeAll(async () => {
    swift = await startSwift()
    store = await openS3Store(swift.place)
  })
  afterAll(async () => {
    store?.close()
    await swift?.stop()
  })

  it('responds to its check, and returns what was stored byte for byte', async () => {
    await store.check()
    const contents = [0, 1, 70_000].map((size) => ({ key: newKey(), bytes: randomBytes(size) }))
    const done: number[] = []
    await store.store(contents, (count) => done.push(count))
    expect(done.at(-1)).toBe(3)
    for (const { key, bytes } of contents) expect(await buffer(await store.read(key))).toEqual(bytes)
  })

  it('stores a large file in parts, in the order in which they were written', async () => {
    const key = newKey()
    const incoming = await store.receive(key)
    const chunks = Array.from({ length: 23 }, () => randomBytes(mib + 7))
    for (const chunk of chunks) await incoming.write(chunk)
    const whole = Buffer.concat(chunks)
    expect(await incoming.end()).toEqual({ sizeBytes: whole.length, sha256: sha256(whole) })
    expect(sha256(await buffer(await store.read(key)))).toBe(sha256(whole))
  })

  it('has nothing under the key of an abandoned file', async () => {
    const key = newKey()
    const incoming = await store.receive(key)
    await incoming.write(randomBytes(9 * mib))
    await incoming.abandon()
    await expect(store.read(key)).rejects.toThrow(MissingFileError)
  })

  it('erases a file of one part and one of several, and what is missing', async () => {
    const [small, large] = [newKey(), newKey()]
    await store.store([{ key: small, bytes: randomBytes(10) }])
    const incoming = await store.receive(large)
    await incoming.write(randomBytes(9 * mib))
    await incoming.write(randomBytes(mib))
    await incoming.end()
    for (const key of [small, large, newKey()]) {
      await store.erase(key)
      await expect(store.read(key)).rejects.toThrow(MissingFileError)
    }
  })

  it('moves files from a folder into the store and back', async () => {
    const database = await aDatabase()
    const root = await mkdtemp(join(tmpdir(), 'kobo-move-'))
    const seal = makeSeal('a secret')
    const [before, after] = [openFolderStore(join(root, 'before')), openFolderStore(join(root, 'after'))]
    const files = openFiles({ store: before, seal, publicPath: '/api/files' })
    for (const size of [1, 100, 10 * mib, 17 * mib]) {
      const file = { name: `${size}.bin`, contentType: 'application/octet-stream', bytes: randomBytes(size) }
      await stored(files, database.db, { mode: 'PRODUCTION', ...file })
    }
    const none: string[] = []
    expect(await copyFiles(database.db, { from: before, to: store, seal })).toEqual({
      copied: 4,
      present: 0,
      faults: none,
    })
    expect(await copyFiles(database.db, { from: before, to: store, seal })).toEqual({
      copied: 0,
      present: 4,
      faults: none,
    })
    expect(await copyFiles(database.db, { from: store, to: after, seal })).toEqual({
      copied: 4,
      present: 0,
      faults: none,
    })
    const listed = (side: string) => readdir(join(root, side), { recursive: true })
    expect((await listed('after')).toSorted()).toEqual((await listed('before')).toSorted())
    await rm(root, { recursive: true })
    await database.close()
  })

  it('rejects wrong credentials and a missing bucket as a store that cannot be used, not as missing files', async () => {
    const key = newKey()
    await store.store([{ key, bytes: Buffer.from('kept') }])
    const wrong = { accessKeyId: 'kobo:console', secretAccessKey: 'guessed' }
    for (const place of [
      { ...swift.place, credentials: wrong },
      { ...swift.place, bucket: 'another-bucket' },
    ]) {
      const other = await openS3Store(place)
      await expect(other.check()).rejects.toThrow(StoreUnavailableError)
      await expect(other.read(key)).rejects.toThrow(StoreUnavailableError)
      await expect(other.store([{ key, bytes: Buffer.from('overwritten') }])).rejects.toThrow(StoreUnavailableError)
      await expect(other.erase(key)).rejects.toThrow(StoreUnavailableError)
      other.close()
    }
    expect((await buffer(await store.read(key))).toString()).toBe('kept')
  })

  it('stores nothing when the server is killed in the middle of an upload, and works once it is back', async () => {
    const key = newKey()
    const incoming = await store.receive(key)
    await incoming.write(randomBytes(9 * mib))
    await swift.kill('proxy')
    await expect(incoming.write(randomBytes(9 * mib))).rejects.toThrow(StoreUnavailableError)
    await incoming.abandon()
    await expect(store.read(key)).rejects.toThrow(StoreUnavailableError)
    await swift.start('proxy')
    await expect(store.read(key)).rejects.toThrow(MissingFileError)
    const again = await store.receive(key)
    const bytes = randomBytes(9 * mib)
    await again.write(bytes)
    await again.end()
    expect(sha256(await buffer(await store.read(key)))).toBe(sha256(bytes))
  })

  it('completes an upload during which the server was away for a moment', async () => {
    const key = newKey()
    const incoming = await store.receive(key)
    const bytes = randomBytes(9 * mib)
    await incoming.write(bytes)
    await swift.kill('proxy')
    const back = swift.start('proxy')
    await back
    expect((await incoming.end()).sha256).toBe(sha256(bytes))
    expect(sha256(await buffer(await store.read(key)))).toBe(sha256(bytes))
  })

  it('continues a download behind the last byte when the server is killed meanwhile', async () => {
    const key = newKey()
    const bytes = randomBytes(30 * mib)
    const incoming = await store.receive(key)
    for (let from = 0; from < bytes.length; from += mib) await incoming.write(bytes.subarray(from, from + mib))
    await incoming.end()
    const hash = createHash('sha256')
    let received = 0
    let isKilled = false
    for await (const chunk of await store.read(key)) {
      hash.update(chunk)
      received += chunk.length
      if (isKilled || received < 2 * mib) continue
      isKilled = true
      await swift.kill('proxy')
      await swift.start('proxy')
    }
    expect({ received, sha256: hash.digest('hex') }).toEqual({ received: bytes.length, sha256: sha256(bytes) })
  })
})
