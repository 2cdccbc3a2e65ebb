import type { SelectQueryBuilder } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { withSnapshot } from './with-snapshot.ts'

interface PageOf<CountedDb, CountedTable extends keyof CountedDb, Db, Table extends keyof Db, Row> {
  /** Counts the matching rows, with only the joins that the conditions need. */
  matching: SelectQueryBuilder<CountedDb, CountedTable, object>
  /** The same rows with all displayed columns, in their order. */
  shown: SelectQueryBuilder<Db, Table, Row>
}

/** Total of each counted query, which later pages of the same snapshot need not count again: an export reads thousands. */
const totals = new WeakMap<Transaction, Map<string, number>>()

/** Returns one page of a list and the total number of matching rows, from one snapshot. Two statements. */
export function readPage<CountedDb, CountedTable extends keyof CountedDb, Db, Table extends keyof Db, Row>(
  db: Database,
  { page, size }: { page: number; size: number },
  describe: (snapshot: Transaction) => PageOf<CountedDb, CountedTable, Db, Table, Row>,
): Promise<{ totalRecords: number; rows: Row[] }> {
  return withSnapshot(db, async (snapshot) => {
    const { matching, shown } = describe(snapshot)
    const totalRecords = await countRows(snapshot, matching, page === 1)
    const found = await shown
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    return { totalRecords, rows: found }
  })
}

async function countRows<Db, Table extends keyof Db>(
  snapshot: Transaction,
  matching: SelectQueryBuilder<Db, Table, object>,
  isFirstPage: boolean,
): Promise<number> {
  const query = matching.select((eb) => eb.fn.countAll<bigint>().as('total'))
  const { sql: text, parameters } = query.compile()
  const key = [text, ...parameters].join('\n')
  const known = isFirstPage ? undefined : totals.get(snapshot)?.get(key)
  if (known !== undefined) return known
  // Column names are lost on queries of generic tables.
  const [{ total }] = (await query.execute()) as unknown as [{ total: bigint }]
  totals.set(snapshot, (totals.get(snapshot) ?? new Map<string, number>()).set(key, Number(total)))
  return Number(total)
}
