import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { notFound } from './http-error.ts'

/** Tables whose records belong to a mode. */
export type TableInMode = {
  [T in keyof Tables]: 'id' | 'mode' extends keyof Tables[T] ? T : never
}[keyof Tables]

interface LookupOptions {
  /** Name of the record in messages, if the table's name does not serve. */
  called?: string
  /** Locks the record until this transaction ends. */
  lock?: boolean
}

/** Returns the record with this id in the operator's mode; throws a 404 if missing. */
export async function requireInMode<T extends TableInMode>(
  { db, mode }: { db: Database; mode: Mode },
  table: T,
  id: string,
  { called = table.replaceAll('_', ' '), lock = false }: LookupOptions = {},
): Promise<Selectable<Tables[T]>> {
  const { rows } = await sql<Selectable<Tables[T]>>`
    select * from ${sql.table(table)}
    where id = ${id} and mode = ${mode}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  const [record] = rows
  if (!record) throw notFound(`This ${called}`)
  return record
}
