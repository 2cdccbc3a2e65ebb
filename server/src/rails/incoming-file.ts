import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What is known of bytes once all of them are stored. */
export interface StoredSize {
  sizeBytes: number
  sha256: string
}

/** Bytes that come piece by piece, none of which is kept in memory. */
export interface IncomingFile {
  write(bytes: Uint8Array): Promise<void>
  /** All of them are stored. */
  end(): Promise<StoredSize>
  /** No more will come; what came is worth nothing. */
  abandon(): Promise<void>
}

/** Writes to a file as bytes come, over what an earlier try left there. */
export async function openIncoming(path: string): Promise<IncomingFile> {
  await mkdir(dirname(path), { recursive: true })
  const handle = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let sizeBytes = 0
  return {
    async write(bytes) {
      hash.update(bytes)
      sizeBytes += bytes.byteLength
      await handle.writeFile(bytes)
    },
    async end() {
      await handle.sync()
      await handle.close()
      await makeEntriesDurable(dirname(path))
      await makeEntriesDurable(dirname(dirname(path)))
      return { sizeBytes, sha256: hash.digest('hex') }
    },
    abandon: () => handle.close(),
  }
}

/** Without this a power cut could take the name of a file whose bytes are safe. Windows has no such call. */
export async function makeEntriesDurable(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
