import type { Database } from '../../db/database.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { listedJoins, listedColumns, type ListedTransaction } from './listed-transaction.ts'
import { matchesFilter, type TransactionFilter } from './transaction-filter.ts'

/** Returns a page of matching transactions, newest first, and their exact number. */
export async function seekPage(
  db: Database,
  filter: TransactionFilter,
  page: { page: number; size: number },
): Promise<{ total: bigint; rows: ListedTransaction[] }> {
  // A wallet or a reference matches few rows and has its own index.
  const isCounted = filter.walletId === undefined && filter.reference === undefined
  return await readCountedPage(
    db,
    {
      table: 'transaction',
      days: filter.days,
      matches: matchesFilter(filter),
      counted: isCounted ? filter : null,
      isGathered: filter.reference !== undefined,
      columns: listedColumns,
      joins: listedJoins,
    },
    page,
  )
}
