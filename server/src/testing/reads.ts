import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'

/**
 * Returns the tables that the work reads by a sequential scan because no index serves it. Sequential scans are made expensive
 * here, since the planner prefers them for small tables: those that remain would occur at any size.
 */
export async function readInSnapshot(db: Database, work: (db: Transaction) => Promise<unknown>): Promise<string[]> {
  return await db.transaction().execute(async (t) => {
    await sql`set local enable_seqscan = off`.execute(t)
    const read = await readBy(t, sql`seq_scan`, work)
    return [...read.keys()]
  })
}

/** Returns the number of rows that the work reads of each table, by any access path. */
export async function rowsRead(
  db: Database,
  work: (db: Transaction) => Promise<unknown>,
): Promise<Map<string, number>> {
  return await db.transaction().execute((t) => readBy(t, sql`seq_tup_read + coalesce(idx_tup_fetch, 0)`, work))
}

/** Returns the number of rows that the work fetches from each table by an index. */
export async function rowsLookedUp(
  db: Database,
  work: (db: Transaction) => Promise<unknown>,
): Promise<Map<string, number>> {
  return await db.transaction().execute((t) => readBy(t, sql`idx_tup_fetch`, work))
}

/** Returns the work's share of a table statistic, which may still include unreported earlier transactions of the connection. */
async function readBy(t: Transaction, figure: RawBuilder<unknown>, work: (db: Transaction) => Promise<unknown>) {
  const figures = async () => {
    const { rows } = await sql<{ name: string; n: number }>`
      select relname as name, coalesce(${figure}, 0)::int as n from pg_stat_xact_user_tables
    `.execute(t)
    return rows
  }
  const before = new Map((await figures()).map(({ name, n }) => [name, n]))
  await work(t)
  const added = (await figures()).map(({ name, n }) => [name, n - (before.get(name) ?? 0)] as const)
  return new Map(added.filter(([, n]) => n > 0))
}
