import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'

/**
 * The tables that this work reads by a sequential scan because no index serves it. The planner prefers one for a small table
 * anyway, so that scans are made expensive here: what is still scanned would be at any size.
 */
export async function readWhole(db: Database, work: (db: Transaction) => Promise<unknown>): Promise<string[]> {
  return await db.transaction().execute(async (t) => {
    await sql`set local enable_seqscan = off`.execute(t)
    const before = await scans(t)
    await work(t)
    const after = await scans(t)
    return [...after.keys()].filter((name) => after.get(name) !== before.get(name))
  })
}

/** How often this connection has scanned each table lately. */
async function scans(db: Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; scans: string }>`
    select relname as name, seq_scan::text as scans from pg_stat_xact_user_tables where seq_scan > 0 order by 1
  `.execute(db)
  return new Map(rows.map((row) => [row.name, row.scans]))
}
