import { sql } from 'kysely'
import type { AppDeps } from './handler.ts'

/** Table of requested files, and its columns that hold file ids. */
interface FileOrders {
  table: 'statement' | 'download'
  fileColumns: readonly string[]
  keptForMs: number
}

const pieceSize = 100

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
