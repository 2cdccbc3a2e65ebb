import type { Database } from '../db/database.ts'
import type { Reads } from '../db/replicas.ts'

/** A replica catches up within a moment, and a file takes longer than this anyway. */
const waitMs = 3_000

/**
 * Runs a long read of a job, on a replica that has replayed everything that was committed before, or on the primary. The read
 * is repeated on the primary if the replica fails or cancels it.
 */
export async function readFromReplica<T>(
  { db, reads }: { db: Database; reads: Reads | null },
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const floor = (await reads?.primaryLsn()) ?? null
  if (reads === null || floor === null) return await read(db)
  return (await reads.run({ floor, waitMs, primary: db }, read)).result
}
