import { sql } from 'kysely'
import { type ItemJob, itemsAtOnce } from '../jobs/item-jobs.ts'
import type { AppDeps } from './handler.ts'

/** Table of requested files, and its columns that hold file ids. */
interface FileOrders {
  table: 'statement' | 'download'
  fileColumns: readonly string[]
  keptForMs: number
}

const pieceSize = 100
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Deletes expired files, bytes first, so that an interrupted run is repeated. The audit log is kept. */
export async function purgeFiles(
  { db, files }: Pick<AppDeps, 'db' | 'files'>,
  { table, fileColumns, keptForMs }: FileOrders,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keptForMs).toISOString()
  const named = sql.join(fileColumns.map((column) => sql.ref(column)))
  for (;;) {
    const { rows: old } = await sql<{ id: string; files: string[] }>`
      select id, array_remove(array[${named}], null) as files from ${sql.table(table)}
      where created_at < ${before} order by created_at limit ${pieceSize}`.execute(db)
    if (old.length === 0) return
    const ids = old.flatMap((order) => order.files)
    const stored = await db.selectFrom('file').select('storage_key').where('id', 'in', ids).execute()
    for (const file of stored) await files.erase(file)
    await db.transaction().execute(async (transaction) => {
      const orders = old.map(({ id }) => id)
      await sql`delete from ${sql.table(table)} where id = any(${orders}::uuid[])`.execute(transaction)
      await transaction.deleteFrom('file').where('id', 'in', ids).execute()
    })
  }
}

/** Erases the bytes of files that were sealed anew `keptDays` ago, which backups from before refer to. */
export function eraseSuperseded(
  { db, files, clock }: Pick<AppDeps, 'db' | 'files' | 'clock'>,
  keptDays: number,
): ItemJob {
  return {
    name: 'erase-superseded',
    due: { everyMs: hourMs },
    async find(after) {
      const due = await db
        .selectFrom('superseded_file')
        .select('storage_key')
        .where('storage_key', '>', after)
        .where('superseded_at', '<', new Date(clock().getTime() - keptDays * dayMs).toISOString())
        .orderBy('storage_key')
        .limit(itemsAtOnce)
        .execute()
      return due.map(({ storage_key }) => storage_key)
    },
    async process(key) {
      await files.erase({ storage_key: key })
      await db.deleteFrom('superseded_file').where('storage_key', '=', key).execute()
    },
  }
}
