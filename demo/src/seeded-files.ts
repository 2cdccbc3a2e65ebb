import { createHash } from 'node:crypto'
import type { Files } from '@kobo/server/rails/files'
import { uuidv7 } from '@kobo/server/uuid'
import type { Random } from './random.ts'

/** Stores files under keys drawn from the demo's random source. */
export function cacheImages(files: Pick<Files, 'store'>, random: Random): Pick<Files, 'put'> {
  return {
    put: async (db, { mode, name, contentType, bytes }) => {
      const [id, key] = [uuidv7(), random.hex(32)]
      await files.store([{ key, bytes }])
      await db
        .insertInto('file')
        .values({
          id,
          created_at: new Date().toISOString(),
          mode,
          name,
          content_type: contentType,
          size_bytes: bytes.byteLength,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          storage_key: key,
        })
        .execute()
      return id
    },
  }
}
