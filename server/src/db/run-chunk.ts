import { sql } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { transact } from './transact.ts'

/** A scan of stored data in chunks, one transaction each, that continues from a stored cursor. */
export interface ChunkedScan {
  name: string
  /** Returns the cursor that a scan begins with. */
  begin(db: Transaction): Promise<string>
  /** Processes the chunk at the cursor. */
  chunk(db: Transaction, cursor: string): Promise<ScannedChunk>
}

export interface ScannedChunk {
  /** Cursor of the next chunk; null after the last one. */
  next: string | null
  /** A sentence for each repaired inconsistency. */
  repaired: readonly string[]
}

export interface ChunkRun {
  /** `busy` while another worker processes a chunk of the same scan. */
  state: 'more' | 'done' | 'busy'
  repaired: readonly string[]
}

/**
 * Processes one chunk of a scan that was requested at an instant of the database's clock; `done` once a scan that began after it
 * has ended. The row's lock is the claim: one worker in the installation holds it, it ends with the worker's connection, and it
 * is taken in the chunk's transaction, so that no chunk is committed without it.
 */
export async function runChunk(db: Database, scan: ChunkedScan, requestedAt: string): Promise<ChunkRun> {
  const { name } = scan
  // A plain insert would wait for the chunk in progress, even with nothing to insert.
  await sql`
    insert into repair (name) select ${name}::text where not exists (select from repair where name = ${name})
    on conflict do nothing`.execute(db)
  return await transact(db, async (transaction) => {
    const { rows } = await sql<{ cursor: string | null; is_due: boolean }>`
      select cursor, started_at is null or started_at < ${requestedAt}::timestamptz as is_due
      from repair where name = ${name} for update skip locked`.execute(transaction)
    const [row] = rows
    if (!row) return { state: 'busy', repaired: [] }
    if (row.cursor === null && !row.is_due) return { state: 'done', repaired: [] }
    // A chunk is small, but must be able to finish on a slow machine.
    await sql`set local statement_timeout = 0`.execute(transaction)
    if (row.cursor === null) {
      await sql`update repair set started_at = clock_timestamp(), ended_at = null where name = ${name}`.execute(
        transaction,
      )
    }
    const { next, repaired } = await scan.chunk(transaction, row.cursor ?? (await scan.begin(transaction)))
    await sql`
      update repair set cursor = ${next}, ended_at = case when ${next}::text is null then clock_timestamp() end
      where name = ${name}`.execute(transaction)
    // A scan that began before the request is followed by another.
    const isOld = row.cursor !== null && row.is_due
    return { state: next === null && !isOld ? 'done' : 'more', repaired }
  })
}

/** The database's clock, by which requests and scan starts are compared. */
export async function databaseNow(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not return its time')
  return row.now
}
