import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { BvnRecord } from '../../db/tables.ts'
import type { Seal } from '../../seal.ts'

/** Finds what the register answered for a BVN, by whichever secret it was sealed. Of two records, the watch-listed one. */
export async function findBvnRecord(
  db: Database,
  seal: Seal,
  bvn: string | null,
): Promise<Selectable<BvnRecord> | undefined> {
  if (bvn === null) return undefined
  return await db
    .selectFrom('bvn_record')
    .selectAll()
    .where('bvn', 'in', seal.numberHashes(bvn))
    .orderBy('watch_listed', 'desc')
    .limit(1)
    .executeTakeFirst()
}
