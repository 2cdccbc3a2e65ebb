import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import type { Files, NewFile } from '../rails/files.ts'

/** Stores a file and adds its row; returns its id. */
export async function stored(files: Files, db: Database, { mode, ...file }: NewFile & { mode: Mode }): Promise<string> {
  const [kept] = await files.keep([file])
  if (!kept) throw new Error('The file was not stored')
  return await files.add(db, { mode, ...kept })
}
