import type { SelectQueryBuilder } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { withSnapshot } from './with-snapshot.ts'

interface PageOf<CountedDb, CountedTable extends keyof CountedDb, Db, Table extends keyof Db, Row> {
  /** Counts the matching rows, with only the joins that the conditions need. */
  matching: SelectQueryBuilder<CountedDb, CountedTable, object>
  /** The same rows with all displayed columns, in their order. */
  shown: SelectQueryBuilder<Db, Table, Row>
}

/** Returns one page of a list and the total number of matching rows, from one snapshot. Two statements. */
export function readPage<CountedDb, CountedTable extends keyof CountedDb, Db, Table extends keyof Db, Row>(
  db: Database,
  { page, size }: { page: number; size: number },
  describe: (snapshot: Transaction) => PageOf<CountedDb, CountedTable, Db, Table, Row>,
): Promise<{ totalRecords: number; rows: Row[] }> {
  return withSnapshot(db, async (snapshot) => {
    const { matching, shown } = describe(snapshot)
    const counted = await matching.select((eb) => eb.fn.countAll<bigint>().as('total')).execute()
    const found = await shown
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    // Column names are lost on queries of generic tables.
    const [{ total }] = counted as unknown as [{ total: bigint }]
    return { totalRecords: Number(total), rows: found }
  })
}
