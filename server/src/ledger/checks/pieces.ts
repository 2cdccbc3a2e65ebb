import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Check, Piece } from './check.ts'

const pieceMs = 28 * 86_400_000
const first = '00000000-0000-0000-0000-000000000000'
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Splits a check into queries of few enough rows that each snapshot is short-lived. */
export async function queriesOf(db: Transaction, { rows }: Check) {
  if (!('of' in rows)) return [rows]
  return (await piecesOf(db, rows.of)).map((piece) => rows.between(piece))
}

/** All ids of a table, which contain the time, in chunks of four weeks. */
async function piecesOf(db: Transaction, table: 'transaction' | 'transfer'): Promise<Piece[]> {
  const { rows } = await sql<{ oldest: string | null; newest: string | null }>`
    select (select uuid_time(id) from ${sql.table(table)} order by id limit 1) as oldest,
      (select uuid_time(id) from ${sql.table(table)} order by id desc limit 1) as newest`.execute(db)
  const [{ oldest, newest } = { oldest: null, newest: null }] = rows
  if (oldest === null || newest === null) return []
  const begins: string[] = []
  for (let ms = Date.parse(oldest) + pieceMs; ms < Date.parse(newest); ms += pieceMs) begins.push(firstIdAt(ms))
  return [first, ...begins].map((from, position) => ({ from, until: begins[position] ?? last }))
}

function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${first.slice(13)}`
}
