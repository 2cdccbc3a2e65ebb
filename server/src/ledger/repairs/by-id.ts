import type { Transaction } from '../../db/database.ts'
import type { ChunkedScan } from '../../db/run-chunk.ts'
import { saveBackfillCursor, startOf } from '../backfill.ts'

export const rowsAtOnce = 5_000

/**
 * A repair of what older releases wrote, in the order of ids, that never repeats what an earlier scan has done. `chunk` returns
 * the last id that it processed, and null where there was none after the given one.
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
