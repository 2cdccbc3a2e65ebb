import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

const rowsAtOnce = 2000

/** Writes whole rows by the thousand; all of them have the columns of the first. `onWritten` hears how many are done. */
export async function insertRows(
  db: Database,
  table: keyof Tables,
  rows: readonly object[],
  onWritten: (done: number) => void = () => {},
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::json)
    `.execute(db)
    onWritten(start + some.length)
  }
}
