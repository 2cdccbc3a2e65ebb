import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { firstIdAt } from '../../uuid.ts'

/** Harm of a finding. */
export type Severity = 'lost' | 'duplicated' | 'imbalance' | 'auditGaps'

const checkedAtSetting = 'kobo.checked_at'

/** Time at which the rows are judged: now, or the time that a restored database shows. */
export const checkedAt = sql`coalesce(nullif(current_setting('${sql.raw(checkedAtSetting)}', true), '')::timestamptz, now())`

/** Sets that time for the rest of a database transaction. */
export async function setCheckedAt(db: Transaction, at: Date): Promise<void> {
  await sql`select set_config(${checkedAtSetting}, ${at.toISOString()}, true)`.execute(db)
}

type Rows = RawBuilder<{ kind: string; id: string }>

/** One pass over the ledger that may find several kinds of fault: one row each, with the id of the faulty record. */
export interface Check {
  faults: Record<string, { harm: Severity; sentence: string }>
  /** One query, or one per chunk of a table of some weeks, in which each row is judged independently. */
  rows: Rows | { of: ChunkedTable; between: (chunk: Chunk) => Rows }
}

type ChunkedTable = 'transaction' | 'transfer' | 'audit'

/** A range of ids, its end excluded. */
interface Chunk {
  from: string
  until: string
}

const chunkMs = 28 * 86_400_000
const first = '00000000-0000-0000-0000-000000000000'
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Splits a check into queries of few enough rows that each snapshot is short-lived. */
export async function queriesOf(db: Transaction, { rows }: Check) {
  if (!('of' in rows)) return [rows]
  return (await chunksOf(db, rows.of)).map((chunk) => rows.between(chunk))
}

/** All ids of a table, which contain the time, in chunks of four weeks; rows that belong to others of an empty table are in one. */
async function chunksOf(db: Transaction, table: ChunkedTable): Promise<Chunk[]> {
  const { rows } = await sql<{ oldest: string | null; newest: string | null }>`
    select (select uuid_time(id) from ${sql.table(table)} order by id limit 1) as oldest,
      (select uuid_time(id) from ${sql.table(table)} order by id desc limit 1) as newest`.execute(db)
  const [{ oldest, newest } = { oldest: null, newest: null }] = rows
  if (oldest === null || newest === null) return [{ from: first, until: last }]
  const starts: string[] = []
  for (let ms = Date.parse(oldest) + chunkMs; ms < Date.parse(newest); ms += chunkMs) starts.push(firstIdAt(ms))
  return [first, ...starts].map((from, position) => ({ from, until: starts[position] ?? last }))
}

// Categories as the ledger check knows them. All others are book transfers: one DEBIT and one CREDIT under one reference.

/** Outbound payments: held while in progress, with the provider's cost of the route. */
export const paidOut = sql`('BANK_TRANSFER', 'SETTLEMENT', 'REFUND', 'BILL_PAYMENT')`

/** Collections; shares of them may be on subaccounts of the same merchant. */
export const collected = sql`('BANK_FUNDING', 'CARD_PAYMENT', 'CREDIT_STORE')`

/** Linked charges, which may have the session ID of their payment. */
export const chargedBeside = sql`('DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES')`

/** Categories with a transaction on only one customer's account. */
export const oneSided = sql`('BANK_TRANSFER', 'SETTLEMENT', 'REFUND', 'BILL_PAYMENT', 'BANK_FUNDING', 'CARD_PAYMENT',
  'CARD_REVERSAL', 'CREDIT_STORE', 'DEBIT_STORE', 'DEBIT_CHILD_ACCOUNT_CHARGES', 'CREDIT_CHILD_ACCOUNT_CHARGES')`
