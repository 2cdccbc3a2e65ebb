import { createHash } from 'node:crypto'
import { access, constants, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey, type FileStore, type IncomingFile, MissingFileError, severalAtOnce } from './file-store.ts'

const writersAtOnce = 16

/** Opens a folder, which servers on several machines share, as the store of files. */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, checkedKey(key).slice(0, 2), key)
  return {
    async store(contents, onStored = () => {}) {
      if (contents.length === 0) return
      const folders = new Set(contents.map(({ key }) => dirname(pathOf(key))))
      for (const each of folders) await mkdir(each, { recursive: true })
      let done = 0
      await severalAtOnce(writersAtOnce, contents, async ({ key, bytes }) => {
        await writeDurably(pathOf(key), bytes)
        done += 1
        onStored(done)
      })
      for (const each of [...folders, folder]) await makeEntriesDurable(each)
    },
    receive: async (key) => await openIncoming(pathOf(key)),
    async read(key) {
      const handle = await open(pathOf(key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new MissingFileError(key, error) : error
      })
      return handle.createReadStream()
    },
    erase: async (key) => await rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
    close() {},
  }
}

async function openIncoming(path: string): Promise<IncomingFile> {
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
    async abandon() {
      await handle.close()
      await rm(path, { force: true })
    },
  }
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

/** Syncs the folder: otherwise a power cut could lose the name of a file whose bytes are safe. Windows has no such call. */
async function makeEntriesDurable(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
