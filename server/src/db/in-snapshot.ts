import type { Database, Transaction } from './database.ts'

/** Reads everything of one instant: figures and rows that several statements bring agree with each other. */
export async function inSnapshot<T>(db: Database, read: (snapshot: Transaction) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
