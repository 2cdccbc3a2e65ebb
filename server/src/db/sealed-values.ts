import { type RawBuilder, sql } from 'kysely'
import type { Place, Seal } from '../seal.ts'
import type { Database } from './database.ts'

/** A table with sealed values. A number is in two columns: its hash in `bvn`, itself in `sealed_bvn`. */
export interface SealedTable {
  table: string
  /** Primary key, to which the values are bound. */
  id: string
  numbers: readonly string[]
  values: readonly string[]
}

/** Every table with sealed values, besides the waiting emails and the files. */
export const sealedTables: readonly SealedTable[] = [
  // The primary key is the number's own hash.
  { table: 'bvn_record', id: 'bvn', numbers: ['bvn'], values: [] },
  { table: 'director', id: 'id', numbers: ['bvn'], values: [] },
  { table: 'merchant', id: 'id', numbers: ['bvn', 'identity_number'], values: [] },
  { table: 'second_factor', id: 'staff_id', numbers: [], values: ['sealed_secret', 'sealed_recovery_key'] },
  { table: 'session', id: 'id', numbers: [], values: ['sealed_key'] },
  { table: 'wallet', id: 'id', numbers: ['bvn', 'nin'], values: [] },
  { table: 'webhook_endpoint', id: 'merchant_id', numbers: [], values: ['sealed_secret'] },
]

/** The sealed columns of a row, with its primary key as `key`. */
export type SealedRow = { key: string } & Record<string, string | null>

/** Columns that hold sealed values, hashes of numbers included. */
export function columnsOf({ numbers, values }: SealedTable): string[] {
  return [...numbers.flatMap((column) => [column, `sealed_${column}`]), ...values]
}

/** Where a value of a row is stored. */
function placeIn({ table, id, numbers }: SealedTable, column: string, key: string): Place {
  return { table, column, id: numbers.includes(id) ? '' : key }
}

/** Opens every value of a row; throws if one is not what was sealed for its place. */
export function openRow(seal: Seal, of: SealedTable, row: SealedRow): Map<string, string> {
  const clear = new Map<string, string>()
  for (const column of of.numbers) {
    const [hash, sealed = null] = [row[column], row[`sealed_${column}`]]
    if (hash) clear.set(column, seal.openNumber({ hash, sealed }, placeIn(of, column, row.key)))
  }
  for (const column of of.values) {
    const sealed = row[column]
    if (sealed) clear.set(column, seal.open(sealed, placeIn(of, column, row.key)))
  }
  return clear
}

/** The columns of a row in which its values are sealed anew, by the sealing key. */
export function closeRow(seal: Seal, of: SealedTable, { key, clear }: { key: string; clear: Map<string, string> }) {
  const sealed: Record<string, string | null> = {}
  for (const [column, value] of clear) {
    const place = placeIn(of, column, key)
    if (of.values.includes(column)) sealed[column] = seal.close(value, place)
    else {
      const number = seal.closeNumber(value, place)
      Object.assign(sealed, { [column]: number.hash, [`sealed_${column}`]: number.sealed })
    }
  }
  return sealed
}

/** Columns by which a key is found: a number's hash, and each sealed value. */
function marksOf({ numbers, values }: SealedTable): { column: string; letter: string }[] {
  return [...numbers.map((column) => ({ column, letter: 'h' })), ...values.map((column) => ({ column, letter: 'v' }))]
}

/** Rows with a value in form 1, or by this key. */
export function sealedBefore(of: SealedTable, key: string | null): RawBuilder<boolean> {
  const conditions = marksOf(of).map(({ column, letter }) => {
    const value = sql.ref(column)
    const byKey = key === null ? sql`` : sql`or ${value} like ${`${letter}2.${key}.%`}`
    return sql`${value} not like ${`${letter}2.%`} ${byKey}`
  })
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

const rowsAtOnce = 1_000
const idsShown = 5

/** Rows of a table with a value that cannot be opened: sealed with another secret, altered, or copied from elsewhere. */
export async function unopenedRows(
  db: Database,
  seal: Seal,
  of: SealedTable,
): Promise<{ count: number; ids: string[] }> {
  const found = { count: 0, ids: [] as string[] }
  for (let after: string | null = null; ; ) {
    const rows: SealedRow[] = await readSealedRows(db, of, { after, limit: rowsAtOnce })
    for (const row of rows) {
      try {
        openRow(seal, of, row)
      } catch {
        found.count++
        if (found.ids.length < idsShown) found.ids.push(row.key)
      }
    }
    const last = rows.at(-1)
    if (!last) return found
    after = last.key
  }
}

/** Which rows are read, after a key. */
export interface Reading {
  after: string | null
  limit: number
  where?: RawBuilder<boolean>
  /** Appended to the query, for locks. */
  lock?: RawBuilder<unknown>
}

/** Reads the sealed columns of some rows in the order of their keys. */
export async function readSealedRows(
  db: Database,
  of: SealedTable,
  { after, limit, where = sql`true`, lock = sql`` }: Reading,
): Promise<SealedRow[]> {
  const key = sql.ref(of.id)
  const isAfter = after === null ? sql`true` : sql`${key} > ${after}`
  const { rows } = await sql<SealedRow>`
    select ${key}::text as key, ${sql.join(columnsOf(of).map((column) => sql.ref(column)))}
    from ${sql.table(of.table)} where ${isAfter} and ${where}
    order by ${key} limit ${limit} ${lock}`.execute(db)
  return rows
}

/** How many values a key has sealed in a table. */
export interface KeyUse {
  where: string
  /** Null for form 1, which does not name its key. */
  key: string | null
  values: number
}

/** Counts the stored values by their keys. */
export async function keyUses(db: Database): Promise<KeyUse[]> {
  const parts = sealedTables.flatMap((of) =>
    marksOf(of).map(({ column, letter }) => {
      const value = sql.ref(column)
      return sql`select ${`${of.table}.${column}`}::text as where, ${keyIn(value, letter)} as key, count(*)::int as values
        from ${sql.table(of.table)} where ${value} is not null group by 2`
    }),
  )
  const mail = sql.ref('data.sealed')
  const mails = sql`select 'waiting emails' as where, ${keyIn(mail, 'v')} as key, count(*)::int as values
    from (select data ->> 'sealed' as sealed from pgboss.job where ${waitingMails}) as data group by 2`
  const files = sql`select 'files' as where, sealed_with as key, count(*)::int as values
    from file where sealed_with is not null group by 2`
  const { rows: boss } = await sql`select where to_regclass('pgboss.job') is not null`.execute(db)
  const all = [...parts, files, ...(boss.length > 0 ? [mails] : [])]
  const { rows } = await sql<KeyUse>`${sql.join(all, sql` union all `)} order by 1, 2`.execute(db)
  return rows
}

/** Emails that were not sent yet, or whose retries are exhausted, since an operator can queue these again. */
export const waitingMails = sql<boolean>`name = 'mail' and state not in ('completed', 'cancelled') and data ? 'sealed'`

function keyIn(value: RawBuilder<unknown>, letter: string): RawBuilder<string | null> {
  return sql<string | null>`case when ${value} like ${`${letter}2.%`} then split_part(${value}, '.', 2) end`
}
