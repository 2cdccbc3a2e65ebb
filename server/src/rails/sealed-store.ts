import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Seal } from '../seal.ts'
import type { FileStore, IncomingFile } from './file-store.ts'

// A sealed file is a header (this mark, the name of the key, a salt) and then pieces of up to 64 KiB, each AES-256-GCM with its tag at
// the end. The key is derived for one file from the salt and the storage key. The nonce is the number of the piece and whether it is the
// last one, so that pieces can be neither moved nor left out.
const mark = Buffer.from('kobo.s1\n')
const nameBytes = 16
const saltBytes = 32
const headerBytes = mark.length + nameBytes + saltBytes
const pieceBytes = 65_536
const tagBytes = 16

/** Store whose bytes are sealed by the first secret and bound to their key; `sealedWith` names it, or is null in form 1. */
export interface SealedStore extends FileStore {
  sealedWith(): string | null
  /** Opens what any of the secrets has sealed. Bytes in clear, of releases before, are read only if `isClear`. */
  readSealed(key: string, isClear: boolean): Promise<Readable>
}

export function sealStore(store: FileStore, seal: Seal): SealedStore {
  const fileKeys = seal.keysFor('files')
  const sealedWith = () => (seal.form() === 1 ? null : (seal.keys[0] ?? null))
  const sealer = (name: string, key: string) => startSealing(name, fileKeys.get(name) ?? Buffer.alloc(0), key)
  const readSealed = async (key: string, isClear: boolean) => {
    const stored = await store.read(key)
    return Readable.from(openPieces(stored, { key, fileKeys, isClear }), { objectMode: false })
  }
  return {
    ...store,
    sealedWith,
    readSealed,
    read: async (key) => await readSealed(key, true),
    async store(contents, onStored) {
      const name = sealedWith()
      if (name === null) return await store.store(contents, onStored)
      // Sealed one by one as they are stored, so that they are never all in memory twice.
      const sealed = contents.map(({ key, bytes }) => ({
        key,
        get bytes() {
          const pieces = sealer(name, key)
          return Buffer.concat([pieces.header, ...pieces.add(bytes), pieces.end()])
        },
      }))
      await store.store(sealed, onStored)
    },
    async receive(key) {
      const name = sealedWith()
      const incoming = await store.receive(key)
      return name === null ? incoming : await sealIncoming(incoming, sealer(name, key))
    },
  }
}

/** Size and hash are those of the bytes in clear. */
async function sealIncoming(incoming: IncomingFile, pieces: ReturnType<typeof startSealing>): Promise<IncomingFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await incoming.write(pieces.header)
  return {
    async write(bytes) {
      hash.update(bytes)
      sizeBytes += bytes.byteLength
      for (const piece of pieces.add(bytes)) await incoming.write(piece)
    },
    async end() {
      await incoming.write(pieces.end())
      await incoming.end()
      return { sizeBytes, sha256: hash.digest('hex') }
    },
    abandon: () => incoming.abandon(),
  }
}

function startSealing(name: string, fileKey: Buffer, key: string) {
  const salt = randomBytes(saltBytes)
  const pieceKey = pieceKeyOf(fileKey, salt, key)
  let held = Buffer.alloc(0)
  let nth = 0
  const sealPiece = (clear: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', pieceKey, nonceOf(nth++, isLast))
    return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()])
  }
  return {
    header: Buffer.concat([mark, Buffer.from(name, 'latin1'), salt]),
    /** Returns the complete pieces; the last one is held back, since only the end shows that it is the last. */
    add(bytes: Uint8Array): Buffer[] {
      held = Buffer.concat([held, bytes])
      const pieces: Buffer[] = []
      let at = 0
      for (; held.length - at > pieceBytes; at += pieceBytes) {
        pieces.push(sealPiece(held.subarray(at, at + pieceBytes), false))
      }
      held = held.subarray(at)
      return pieces
    },
    end: () => sealPiece(held, true),
  }
}

interface Opening {
  key: string
  fileKeys: ReadonlyMap<string, Buffer>
  isClear: boolean
}

/** Yields the bytes in clear; fails before a piece that was altered, moved or sealed with an unknown secret. */
async function* openPieces(stored: AsyncIterable<Uint8Array>, { key, fileKeys, isClear }: Opening) {
  let held = Buffer.alloc(0)
  let open: ((piece: Buffer, isLast: boolean) => Buffer) | null | undefined
  for await (const bytes of stored) {
    if (open === null) {
      yield bytes
      continue
    }
    held = Buffer.concat([held, bytes])
    if (open === undefined && held.length >= mark.length && !held.subarray(0, mark.length).equals(mark)) {
      if (!isClear) throw new SealedFileError(key)
      open = null
      yield held
      continue
    }
    if (open === undefined && held.length >= headerBytes) {
      open = openerOf(held.subarray(0, headerBytes), { key, fileKeys })
      held = held.subarray(headerBytes)
    }
    if (!open) continue
    for (; held.length > pieceBytes + tagBytes; held = held.subarray(pieceBytes + tagBytes)) {
      yield open(held.subarray(0, pieceBytes + tagBytes), false)
    }
  }
  if (open) yield open(held, true)
  // Shorter than a header.
  else if (open === undefined && isClear) yield held
  else if (open === undefined) throw new SealedFileError(key)
}

function openerOf(header: Buffer, { key, fileKeys }: Pick<Opening, 'key' | 'fileKeys'>) {
  const name = header.subarray(mark.length, mark.length + nameBytes).toString('latin1')
  const fileKey = fileKeys.get(name)
  if (!fileKey) throw new SealedFileError(key)
  const pieceKey = pieceKeyOf(fileKey, header.subarray(mark.length + nameBytes), key)
  let nth = 0
  return (piece: Buffer, isLast: boolean) => {
    const tagAt = Math.max(piece.length - tagBytes, 0)
    try {
      const decipher = createDecipheriv('aes-256-gcm', pieceKey, nonceOf(nth++, isLast), { authTagLength: tagBytes })
      decipher.setAuthTag(piece.subarray(tagAt))
      return Buffer.concat([decipher.update(piece.subarray(0, tagAt)), decipher.final()])
    } catch (error) {
      throw new SealedFileError(key, error)
    }
  }
}

/** The bytes of a stored file are not what was sealed under its key. */
export class SealedFileError extends Error {
  constructor(key: string, cause?: unknown) {
    super(`The stored file ${key} does not open: it was altered, exchanged, or sealed with another secret`, { cause })
  }
}

function pieceKeyOf(fileKey: Buffer, salt: Buffer, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, salt, `kobo-console file ${key}`, 32))
}

function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(nth, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
