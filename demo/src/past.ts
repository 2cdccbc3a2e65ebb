import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { withIdsFrom } from '@kobo/server/uuid'
import type { Random } from './random.ts'

/** Mode and period of a part of the demo data. */
export interface Past {
  mode: Mode
  now: Date
  /** Start of the recorded steps, and the earliest time of an event. */
  since: Date
  seed: string
  /** Operators who request, decide and answer. */
  staffIds: readonly string[]
}

/** Runs the engine with ids of a random source; returns the number of transactions that it adds to a mode. */
export async function countAdded(
  db: Transaction,
  random: Random,
  mode: Mode,
  work: () => Promise<void>,
): Promise<number> {
  const before = await transactionsOf(db, mode)
  await withIdsFrom(random.id, work)
  return (await transactionsOf(db, mode)) - before
}

async function transactionsOf(db: Transaction, mode: Mode): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from transaction where mode = ${mode}`.execute(db)
  return rows[0]?.n ?? 0
}
