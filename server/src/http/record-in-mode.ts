import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { notFound } from './http-error.ts'

/** The tables whose records belong to a mode. */
export type TableInMode = {
  [T in keyof Tables]: 'id' | 'mode' extends keyof Tables[T] ? T : never
}[keyof Tables]

interface Asked {
  /** What sentences call the record, where the table's name is no word for it. */
  called?: string
  /** Nobody else changes the record before this transaction ends. */
  lock?: boolean
}

/** The record of the operator's mode with this id; where there is none, a 404 says so. */
export async function requireInMode<T extends TableInMode>(
  { db, mode }: { db: Database; mode: Mode },
  table: T,
  id: string,
  { called = table.replaceAll('_', ' '), lock = false }: Asked = {},
): Promise<Selectable<Tables[T]>> {
  const { rows } = await sql<Selectable<Tables[T]>>`
    select * from ${sql.table(table)}
    where id = ${id} and mode = ${mode}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  const [record] = rows
  if (!record) throw notFound(`This ${called}`)
  return record
}
