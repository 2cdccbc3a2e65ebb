import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Seal } from '../seal.ts'
import { type FileStore, isKey, MissingFileError, severalAtOnce } from './file-store.ts'
import { SealedFileError, sealStore } from './sealed-store.ts'

export interface CopiedFiles {
  copied: number
  /** Those that the target had already, with the right bytes. */
  present: number
  /** One sentence for each file that could not be copied. */
  faults: string[]
}

interface Row {
  id: string
  storage_key: string
  size_bytes: bigint | number | null
  sha256: string | null
  sealed_with: string | null
}

interface Copying {
  from: FileStore
  to: FileStore
  /** Opens what is sealed, to compare it. */
  seal: Seal
}

const rowsAtOnce = 500
const filesAtOnce = 4

/**
 * Copies the bytes of every file that a row names from one store to another, and reads them back from the target to compare their
 * SHA-256. What the target has already is compared and left, so that an interrupted copy is repeated. A fault of a file stops no
 * other; a store that does not respond stops the copy.
 */
export async function copyFiles(
  db: Database,
  copying: Copying,
  onProgress: (done: number) => void = () => {},
): Promise<CopiedFiles> {
  const result: CopiedFiles = { copied: 0, present: 0, faults: [] }
  let done = 0
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await readRows(db, after)
    await severalAtOnce(filesAtOnce, rows, async (row) => {
      const outcome = await copyOne(copying, row)
      if (outcome === 'copied' || outcome === 'present') result[outcome] += 1
      // An export may be deleted meanwhile, and a document sealed anew under another key.
      else if (await isStillThere(db, row)) result.faults.push(`${row.id}: ${outcome}`)
      done += 1
      onProgress(done)
    })
    const last = rows.at(-1)
    if (!last) return result
    after = last.id
  }
}

async function readRows(db: Database, after: string | null): Promise<Row[]> {
  let ready = db
    .selectFrom('file')
    .select(['id', 'storage_key', 'size_bytes', 'sha256', 'sealed_with'])
    .where('status', '=', 'READY')
  if (after !== null) ready = ready.where('id', '>', after)
  return await ready.orderBy('id').limit(rowsAtOnce).execute()
}

async function copyOne({ from, to, seal }: Copying, row: Row): Promise<string> {
  const key = row.storage_key
  if (!isKey(key)) return 'its row names no valid key'
  if ((await hashIn(to, seal, row)) === row.sha256) return 'present'
  try {
    await copyBytes(from, to, key)
  } catch (error) {
    if (error instanceof MissingFileError) return 'its bytes are missing in the source'
    throw error
  }
  if ((await hashIn(to, seal, row)) === row.sha256) return 'copied'
  await to.erase(key)
  const isWhole = (await hashIn(from, seal, row)) === row.sha256
  return `its bytes in the ${isWhole ? 'target' : 'source'} are not those of its row`
}

/** Copies the bytes as they are stored: sealed files stay sealed. */
async function copyBytes(from: FileStore, to: FileStore, key: string): Promise<void> {
  const bytes = await from.read(key)
  const incoming = await to.receive(key)
  try {
    for await (const part of bytes as AsyncIterable<Uint8Array>) await incoming.write(part)
    await incoming.end()
  } catch (error) {
    bytes.destroy()
    await incoming.abandon().catch(() => {})
    throw error
  }
}

/** SHA-256 of a file's contents; null if it is missing or does not open. */
async function hashIn(store: FileStore, seal: Seal, { storage_key, sealed_with }: Row): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    const contents = await sealStore(store, seal).readSealed(storage_key, sealed_with === null)
    for await (const part of contents as AsyncIterable<Uint8Array>) hash.update(part)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof MissingFileError || error instanceof SealedFileError) return null
    throw error
  }
}

async function isStillThere(db: Database, { id, storage_key }: Row): Promise<boolean> {
  const same = db.selectFrom('file').select('id').where('id', '=', id).where('storage_key', '=', storage_key)
  return (await same.executeTakeFirst()) !== undefined
}
