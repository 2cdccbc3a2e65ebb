import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { type FileStore, isKey, MissingFileError, severalAtOnce } from './file-store.ts'

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
  { from, to }: { from: FileStore; to: FileStore },
  onProgress: (done: number) => void = () => {},
): Promise<CopiedFiles> {
  const result: CopiedFiles = { copied: 0, present: 0, faults: [] }
  let done = 0
  for (let after: string | null = null; ; ) {
    const rows: Row[] = await readRows(db, after)
    await severalAtOnce(filesAtOnce, rows, async (row) => {
      const outcome = await copyOne(from, to, row)
      if (outcome === 'copied' || outcome === 'present') result[outcome] += 1
      // An export or statement may expire and be deleted meanwhile.
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
  let ready = db.selectFrom('file').select(['id', 'storage_key', 'size_bytes', 'sha256']).where('status', '=', 'READY')
  if (after !== null) ready = ready.where('id', '>', after)
  return await ready.orderBy('id').limit(rowsAtOnce).execute()
}

async function copyOne(from: FileStore, to: FileStore, row: Row): Promise<string> {
  const key = row.storage_key
  if (!isKey(key)) return 'its row names no valid key'
  if ((await hashIn(to, key)) === row.sha256) return 'present'
  try {
    const bytes = await from.read(key)
    const incoming = await to.receive(key)
    const hash = createHash('sha256')
    try {
      for await (const part of bytes as AsyncIterable<Uint8Array>) {
        hash.update(part)
        await incoming.write(part)
      }
      if (hash.digest('hex') !== row.sha256) {
        await incoming.abandon()
        return 'its bytes in the source are not those of its row'
      }
      await incoming.end()
    } catch (error) {
      bytes.destroy()
      await incoming.abandon().catch(() => {})
      throw error
    }
  } catch (error) {
    if (error instanceof MissingFileError) return 'its bytes are missing in the source'
    throw error
  }
  return (await hashIn(to, key)) === row.sha256 ? 'copied' : 'its bytes in the target are not those of its row'
}

async function hashIn(store: FileStore, key: string): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    for await (const part of (await store.read(key)) as AsyncIterable<Uint8Array>) hash.update(part)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof MissingFileError) return null
    throw error
  }
}

async function isStillThere(db: Database, { id }: Row): Promise<boolean> {
  return (await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
