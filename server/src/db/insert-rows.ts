import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

const rowsAtOnce = 2000

/**
 * Writes any number of rows in batches, one statement each: all rows have the columns of the first, and jsonb values are passed
 * as objects. `onWritten` receives the number written so far.
 */
export async function insertRows<T extends keyof Tables>(
  db: Database,
  table: T,
  rows: readonly Partial<Record<keyof Tables[T], unknown>>[],
  onWritten: (done: number) => void = () => {},
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${asJson(some)}::json)
    `.execute(db)
    onWritten(start + some.length)
  }
}

/** JSON for PostgreSQL, which reads whole numbers of any size from text. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item))
}
