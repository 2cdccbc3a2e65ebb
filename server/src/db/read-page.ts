import type { SelectQueryBuilder } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { withSnapshot } from './with-snapshot.ts'

interface PageOf<CountedDb, CountedTable extends keyof CountedDb, Db, Table extends keyof Db, Row> {
  /** Counts the rows that match, with no more joins than deciding that takes. */
  matching: SelectQueryBuilder<CountedDb, CountedTable, object>
  /** The same rows with all that is shown, in their order. */
  shown: SelectQueryBuilder<Db, Table, Row>
}

/** One page of a list and how many rows match in all, both of one instant. Two statements. */
export function readPage<CountedDb, CountedTable extends keyof CountedDb, Db, Table extends keyof Db, Row>(
  db: Database,
  { page, size }: { page: number; size: number },
  of: (snapshot: Transaction) => PageOf<CountedDb, CountedTable, Db, Table, Row>,
): Promise<{ totalRecords: number; rows: Row[] }> {
  return withSnapshot(db, async (snapshot) => {
    const { matching, shown } = of(snapshot)
    const counted = await matching.select((eb) => eb.fn.countAll<bigint>().as('total')).execute()
    const found = await shown
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    // The names of columns are lost on queries of any tables.
    const [{ total }] = counted as unknown as [{ total: bigint }]
    return { totalRecords: Number(total), rows: found }
  })
}
