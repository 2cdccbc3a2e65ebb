import type { Readable } from 'node:stream'

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
  /** Discards an incomplete file. */
  abandon(): Promise<void>
}

/** Bytes and the key under which they are stored. */
export interface StoredBytes {
  key: string
  bytes: Uint8Array
}

/**
 * Storage of bytes by key. A key is 32 random hexadecimal digits, so that it reveals nothing; names, types and owners are in
 * the rows of `file`. Everything that is stored is durable once its promise resolves.
 */
export interface FileStore {
  /** Stores bytes, overwriting those of an earlier attempt; `onStored` receives the number of files stored so far. */
  store(contents: readonly StoredBytes[], onStored?: (done: number) => void): Promise<void>
  /** Opens a key for writing. */
  receive(key: string): Promise<IncomingFile>
  /** Rejects before streaming if the bytes are missing (`MissingFileError`). */
  read(key: string): Promise<Readable>
  /** Deletes the bytes, if there are any. */
  erase(key: string): Promise<void>
  /** Rejects with the reason if the store cannot be used now. */
  check(): Promise<void>
  close(): void
}

/** The store has no bytes under a key that a row names. */
export class MissingFileError extends Error {
  constructor(key: string, cause: unknown) {
    super(`The bytes of the stored file ${key} are missing`, { cause })
  }
}

/** The store does not respond, or rejects us. */
export class StoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The store of files is unavailable', { cause })
  }
}

const keyForm = /^[\da-f]{32}$/

/** Returns the key; throws if it is not a generated one. */
export function checkedKey(key: string): string {
  if (!keyForm.test(key)) throw new RangeError('Not the key of a stored file')
  return key
}

/** Works on items in their order, at most `limit` at a time. */
export async function severalAtOnce<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
