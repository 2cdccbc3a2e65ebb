import type { Database, Transaction } from './database.ts'
import { databaseFault } from './faults.ts'

const attempts = 5

/** Runs work in one transaction, again after a deadlock or a serialization failure. */
export async function transact<T>(db: Database, work: (db: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (databaseFault(error) !== 'retry' || attempt === attempts) throw error
    }
  }
}
