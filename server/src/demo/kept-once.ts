import { createHash } from 'node:crypto'
import type { Files } from '../rails/files.ts'
import type { Picture } from '../rails/pictures.ts'
import { uuidv7 } from '../uuid.ts'
import type { Random } from './random.ts'

/** Files whose bytes are stored once, and whose rows are of their time. */
export async function keptOnce(
  files: Pick<Files, 'store'>,
  random: Random,
  { bytes }: Picture,
): Promise<Pick<Files, 'put'>> {
  const key = random.hex(32)
  await files.store([{ key, bytes }])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    put: async (db, { mode, name, contentType }) => {
      const id = uuidv7()
      await db
        .insertInto('file')
        .values({
          id,
          created_at: new Date().toISOString(),
          mode,
          name,
          content_type: contentType,
          size_bytes: bytes.byteLength,
          sha256,
          storage_key: key,
        })
        .execute()
      return id
    },
  }
}
