import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { Seal } from '../seal.ts'
import { uuidv7 } from '../uuid.ts'
import type { FileStore, IncomingFile, StoredBytes, StoredSize } from './file-store.ts'
import { sealStore } from './sealed-store.ts'

export interface NewFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** File whose bytes are stored, under `key`, and which needs a row. */
export interface StoredFile extends StoredSize {
  name: string
  contentType: string
  key: string
  /** Name of the key that seals its bytes; null if they are in clear. */
  sealedWith: string | null
}

/** File that gets its id and URL before its bytes are stored. */
export interface PromisedFile extends Omit<NewFile, 'bytes'> {
  mode: Mode
  /** The file's URLs work while this operator is active. */
  staffId: string
}

/** Where one attempt to generate a promised file has stored its bytes. */
export interface GeneratedFile extends StoredSize {
  key: string
  sealedWith: string | null
}

/** Promised file that is being written. */
export interface GeneratedBytes extends IncomingFile {
  key: string
  end(): Promise<GeneratedFile>
}

/** Documents and images that are uploaded or generated: rows in `file`, bytes in the store. */
export interface Files {
  /** Stores bytes before the transaction that adds their rows; those of one that fails remain. */
  keep(files: readonly NewFile[]): Promise<StoredFile[]>
  /** Inserts the row of a stored file, which becomes visible when the transaction of `db` commits. Returns its id. */
  add(db: Database, file: StoredFile & { mode: Mode }): Promise<string>
  /** Inserts the row of a file that will be generated. Returns its id. */
  promise(db: Database, file: PromisedFile): Promise<string>
  /**
   * Opens a promised file for writing, under a new key: an earlier attempt, whose bytes are erased, can no longer write into it.
   * Rejects if another attempt has begun since the row was read.
   */
  receive(db: Database, file: { id: string; storage_key: string }): Promise<GeneratedBytes>
  /** Marks a promised file as READY or FAILED. Rejects if a later attempt has begun. */
  settle(db: Database, id: string, outcome: GeneratedFile | 'failed'): Promise<void>
  /** Deletes the bytes, if there are any. */
  erase(file: { storage_key: string }): Promise<void>
  /** Stores bytes whose rows the caller writes; `onStored` receives the number stored so far. */
  store(contents: readonly StoredBytes[], onStored?: (done: number) => void): Promise<void>
  /** Rejects before streaming if the bytes are missing; the stream fails if they are not those that were sealed. */
  read(file: { storage_key: string; sealed_with: string | null }): Promise<Readable>
  /** Seals the bytes of a file anew, under a new storage key, so that no reader ever sees half of them. */
  reseal(db: Database, id: string): Promise<void>
  /** Name of the key by which bytes are sealed now; null if they are stored in clear. */
  sealedWith(): string | null
  /** Signed URL that opens this file without a session, for at least 15 minutes or `forMs`. */
  address(file: { id: string; name: string }, now: Date, forMs?: number): string
  /** Whether the URL has our signature and has not expired. */
  check(id: string, expires: string, signature: string, now: Date): boolean
}

export interface FilesOptions {
  store: FileStore
  /** Seals the bytes and signs the URLs. */
  seal: Seal
  /** Path that serves signed URLs, without a trailing slash. */
  publicPath: string
}

const validMs = 15 * 60_000
/** URLs signed within one step are equal, so that a page opened again is served from the browser's cache. */
const stepMs = 5 * 60_000

/** Opens the files of a store. */
export function openFiles({ store: bare, seal, publicPath }: FilesOptions): Files {
  const store = sealStore(bare, seal)
  const signingKeys = [...seal.keysFor('file addresses').values()]
  /** By each secret, the sealing one first. */
  const signaturesOf = (id: string, expires: string) =>
    signingKeys.map((key) => createHmac('sha256', key).update(`${id}\n${expires}`).digest('base64url'))

  return {
    sealedWith: store.sealedWith,
    async keep(files) {
      const sealedWith = store.sealedWith()
      const kept = files.map(({ bytes, ...file }) => ({
        bytes,
        stored: { ...file, key: newKey(), sizeBytes: bytes.byteLength, sha256: sha256Of(bytes), sealedWith },
      }))
      await store.store(kept.map(({ bytes, stored: { key } }) => ({ key, bytes })))
      return kept.map(({ stored }) => stored)
    },
    async add(db, { key, sizeBytes, sha256, sealedWith, ...file }) {
      const row = { ...newRow(file, key), size_bytes: sizeBytes, sha256, sealed_with: sealedWith }
      await db.insertInto('file').values(row).execute()
      return row.id
    },
    async promise(db, { staffId, ...file }) {
      const row = newRow(file, newKey())
      await db
        .insertInto('file')
        .values({ ...row, status: 'MAKING', staff_id: staffId })
        .execute()
      return row.id
    },
    async receive(db, { id, storage_key }) {
      const key = newKey()
      const { numUpdatedRows } = await db
        .updateTable('file')
        .set({ storage_key: key })
        .where('id', '=', id)
        .where('status', '=', 'MAKING')
        .where('storage_key', '=', storage_key)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new OtherAttemptError()
      await store.erase(storage_key)
      const sealedWith = store.sealedWith()
      const incoming = await store.receive(key)
      return { ...incoming, key, end: async () => ({ ...(await incoming.end()), key, sealedWith }) }
    },
    async settle(db, id, outcome) {
      const promised = db.updateTable('file').where('id', '=', id).where('status', '=', 'MAKING')
      if (outcome === 'failed') {
        await promised.set({ status: 'FAILED' }).execute()
        return
      }
      const { numUpdatedRows } = await promised
        .where('storage_key', '=', outcome.key)
        .set({
          status: 'READY',
          size_bytes: outcome.sizeBytes,
          sha256: outcome.sha256,
          sealed_with: outcome.sealedWith,
        })
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new OtherAttemptError()
    },
    erase: ({ storage_key }) => store.erase(storage_key),
    store: (contents, onStored) => store.store(contents, onStored),
    read: ({ storage_key, sealed_with }) => store.readSealed(storage_key, sealed_with === null),
    async reseal(db, id) {
      const file = await db
        .selectFrom('file')
        .select(['storage_key', 'sealed_with', 'sha256', 'staff_id'])
        .where('id', '=', id)
        .where('status', '=', 'READY')
        .executeTakeFirst()
      const sealedWith = store.sealedWith()
      if (!file || file.sealed_with === sealedWith) return
      const key = newKey()
      const copy = await store.receive(key)
      try {
        const clear: AsyncIterable<Uint8Array> = await store.readSealed(file.storage_key, file.sealed_with === null)
        for await (const bytes of clear) {
          await copy.write(bytes)
        }
      } catch (error) {
        await copy.abandon()
        throw error
      }
      const { sha256 } = await copy.end()
      if (sha256 !== file.sha256) {
        await store.erase(key)
        throw new Error('Its bytes are not those that were stored')
      }
      const isReplaced = await transact(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('file')
          .set({ storage_key: key, sealed_with: sealedWith })
          .where('id', '=', id)
          .where('storage_key', '=', file.storage_key)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        if (file.staff_id !== null) return true
        const superseded = { storage_key: file.storage_key, superseded_at: new Date().toISOString() }
        await transaction.insertInto('superseded_file').values(superseded).execute()
        return true
      })
      // Of two workers one wins; a file may also be deleted meanwhile.
      if (!isReplaced) await store.erase(key)
      // An export or statement can be requested again. The earlier bytes of a document stay, for databases restored from before.
      else if (file.staff_id !== null) await store.erase(file.storage_key)
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

/** Another attempt generates the file, or has generated it. */
class OtherAttemptError extends Error {
  constructor() {
    super('The file is being generated by another worker')
  }
}

function newKey(): string {
  return randomBytes(16).toString('hex')
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function newRow({ mode, name, contentType }: { mode: Mode; name: string; contentType: string }, key: string) {
  const now = new Date()
  return {
    id: uuidv7(now.getTime()),
    created_at: now.toISOString(),
    mode,
    name: plainName(name),
    content_type: contentType,
    storage_key: key,
  }
}

/** Returns a file's name as the last segment of a URL: no separators, and never only dots, which mean another folder. */
function plainName(name: string): string {
  const plain = [...name.replace(/[/\\\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, 120).join('')
  return /^\.*$/.test(plain) ? 'file' : plain
}
