import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Size and hash of a fully stored file. */
export interface StoredSize {
  sizeBytes: number
  sha256: string
}

/** File written chunk by chunk, so that its bytes are never all in memory. */
export interface IncomingFile {
  write(bytes: Uint8Array): Promise<void>
  /** Makes the file durable and closes it. */
  end(): Promise<StoredSize>
  /** Closes an incomplete file, whose bytes must not be used. */
  abandon(): Promise<void>
}

/** Opens a file for streaming, overwriting what an earlier attempt left. */
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

/** Syncs the folder: otherwise a power cut could lose the name of a file whose bytes are safe. Windows has no such call. */
export async function makeEntriesDurable(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
