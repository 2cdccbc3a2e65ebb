import type { Transaction } from '../../db/database.ts'
import type { ChunkedScan } from '../../db/run-chunk.ts'
import { saveBackfillCursor, startOf } from '../backfill.ts'

export const rowsAtOnce = 5_000

/**
 * A backfill of rows by older releases, in the order of ids, that never repeats an earlier scan. `chunk` returns the last id that
 * it processed, or null if there was none after the cursor.
 */
export function repairById(
  name: string,
  chunk: (db: Transaction, after: string) => Promise<string | null>,
): ChunkedScan {
  return {
    name,
    begin: (db) => startOf(db, name),
    async chunk(db, after) {
      const last = await chunk(db, after)
      if (last !== null) await saveBackfillCursor(db, name, last)
      return { next: last, repaired: [] }
    },
  }
}
