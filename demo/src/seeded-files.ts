import { createHash } from 'node:crypto'
import type { Files, NewFile, StoredFile } from '@kobo/server/rails/files'
import type { Random } from './random.ts'

/** Stores a file under a key drawn from the demo's random source. */
export async function keepSeeded(
  files: Pick<Files, 'store' | 'sealedWith'>,
  random: Random,
  { bytes, ...file }: NewFile,
): Promise<StoredFile> {
  const key = random.hex(32)
  const sealedWith = files.sealedWith()
  await files.store([{ key, bytes }])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ...file, key, sizeBytes: bytes.byteLength, sha256, sealedWith }
}
