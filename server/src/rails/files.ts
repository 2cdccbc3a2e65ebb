import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import type { Seal } from '../seal.ts'
import { uuidv7 } from '../uuid.ts'
import { type IncomingFile, makeEntriesDurable, openIncoming, type StoredSize } from './incoming-file.ts'

export interface NewFile {
  mode: Mode
  name: string
  contentType: string
  bytes: Uint8Array
}

/** File that gets its id and URL before its bytes are stored. */
export interface PromisedFile extends Omit<NewFile, 'bytes'> {
  /** The file's URLs work while this operator is active. */
  staffId: string
}

/** Bytes and the key under which they are stored. */
export interface StoredBytes {
  key: string
  bytes: Uint8Array
}

/** Documents and images that are uploaded or generated: rows in `file`, bytes in a folder. */
export interface Files {
  /** Stores the bytes, then the row, which becomes visible when the transaction of `db` commits. Returns its id. */
  put(db: Database, file: NewFile): Promise<string>
  /** Inserts the row of a file that will be generated. Returns its id. */
  promise(db: Database, file: PromisedFile): Promise<string>
  /** Opens a promised file for writing. */
  receive(file: { storage_key: string }): Promise<IncomingFile>
  /** Marks a promised file as READY or FAILED. */
  settle(db: Database, id: string, outcome: StoredSize | 'failed'): Promise<void>
  /** Deletes the bytes, if there are any. */
  erase(file: { storage_key: string }): Promise<void>
  /** Stores bytes whose rows the caller writes; `onStored` receives the number stored so far. */
  store(contents: readonly StoredBytes[], onStored?: (done: number) => void): Promise<void>
  /** Rejects before streaming if the bytes are missing. */
  read(file: { storage_key: string }): Promise<Readable>
  /** Signed URL that opens this file without a session, for at least 15 minutes or `forMs`. */
  address(file: { id: string; name: string }, now: Date, forMs?: number): string
  /** Whether the URL has our signature and has not expired. */
  check(id: string, expires: string, signature: string, now: Date): boolean
}

export interface FilesOptions {
  folder: string
  seal: Seal
  /** Path that serves signed URLs, without a trailing slash. */
  publicPath: string
}

const validMs = 15 * 60_000
/** URLs signed within one step are equal, so that a page opened again is served from the browser's cache. */
const stepMs = 5 * 60_000
const writersAtOnce = 16
const keyForm = /^[\da-f]{32}$/

/** Opens a local folder as the file store. */
export function openFiles({ folder, seal, publicPath }: FilesOptions): Files {
  const signingKeys = [...seal.keysFor('file addresses').values()]
  /** By each secret, the sealing one first. */
  const signaturesOf = (id: string, expires: string) =>
    signingKeys.map((key) => createHmac('sha256', key).update(`${id}\n${expires}`).digest('base64url'))

  const pathOf = (key: string) => {
    if (!keyForm.test(key)) throw new RangeError('Not the key of a stored file')
    return join(folder, key.slice(0, 2), key)
  }

  async function store(contents: readonly StoredBytes[], onStored: (done: number) => void = () => {}): Promise<void> {
    if (contents.length === 0) return
    const folders = new Set(contents.map(({ key }) => dirname(pathOf(key))))
    for (const each of folders) await mkdir(each, { recursive: true })
    let done = 0
    await severalAtOnce(contents, async ({ key, bytes }) => {
      await writeDurably(pathOf(key), bytes)
      done += 1
      onStored(done)
    })
    for (const each of [...folders, folder]) await makeEntriesDurable(each)
  }

  return {
    store,
    async put(db, { bytes, ...file }) {
      const row = newRow(file)
      await store([{ key: row.storage_key, bytes }])
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await db
        .insertInto('file')
        .values({ ...row, size_bytes: bytes.byteLength, sha256 })
        .execute()
      return row.id
    },
    async promise(db, { staffId, ...file }) {
      const row = newRow(file)
      await db
        .insertInto('file')
        .values({ ...row, status: 'MAKING', staff_id: staffId })
        .execute()
      return row.id
    },
    receive: ({ storage_key }) => openIncoming(pathOf(storage_key)),
    async settle(db, id, outcome) {
      const set =
        outcome === 'failed'
          ? { status: 'FAILED' }
          : { status: 'READY', size_bytes: outcome.sizeBytes, sha256: outcome.sha256 }
      await db.updateTable('file').set(set).where('id', '=', id).where('status', '=', 'MAKING').execute()
    },
    erase: ({ storage_key }) => rm(pathOf(storage_key), { force: true }),
    async read({ storage_key }) {
      const handle = await open(pathOf(storage_key), 'r')
      return handle.createReadStream()
    },
    address({ id, name }, now, forMs = validMs) {
      const expires = String(Math.ceil((now.getTime() + forMs) / stepMs) * stepMs)
      const query = new URLSearchParams({ expires, signature: signaturesOf(id, expires)[0] ?? '' })
      return `${publicPath}/${encodeURIComponent(id)}/${encodeURIComponent(plainName(name))}?${query.toString()}`
    },
    check(id, expires, signature, now) {
      const received = Buffer.from(signature)
      const isOurs = signaturesOf(id, expires).some((each) => {
        const expected = Buffer.from(each)
        return received.length === expected.length && timingSafeEqual(received, expected)
      })
      return isOurs && now.getTime() < Number(expires)
    },
  }
}

function newRow({ mode, name, contentType }: Omit<NewFile, 'bytes'>) {
  const now = new Date()
  return {
    id: uuidv7(now.getTime()),
    created_at: now.toISOString(),
    mode,
    name: plainName(name),
    content_type: contentType,
    storage_key: randomBytes(16).toString('hex'),
  }
}

/** Returns a file's name as the last segment of a URL: no separators, and never only dots, which mean another folder. */
function plainName(name: string): string {
  const plain = [...name.replace(/[/\\\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, 120).join('')
  return /^\.*$/.test(plain) ? 'file' : plain
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: writersAtOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
