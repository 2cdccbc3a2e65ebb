import { Transaction as KyselyTransaction } from 'kysely'
import type { Database, Transaction } from './database.ts'

/**
 * Reads everything of one instant: figures and rows that several statements bring agree with each other. What is read within
 * another snapshot is of its instant.
 */
export async function inSnapshot<T>(
  db: Database | Transaction,
  read: (snapshot: Transaction) => Promise<T>,
): Promise<T> {
  if (db instanceof KyselyTransaction) return await read(db)
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
