import type { Database, Transaction } from './database.ts'
import { classifyDatabaseError } from './database-errors.ts'

const attempts = 5

/** Runs work in one transaction, retried after a deadlock or a serialization failure. */
export async function transact<T>(db: Database, work: (db: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let committing = false
    try {
      return await db.transaction().execute(async (transaction) => {
        const result = await work(transaction)
        committing = true
        return result
      })
    } catch (error) {
      const fault = classifyDatabaseError(error)
      if (committing && fault === 'away') throw new UnknownCommitError(error)
      if (fault !== 'retry' || attempt === attempts) throw error
    }
  }
}

/** The connection broke during COMMIT: the transaction has committed, will yet commit, or never will. */
export class UnknownCommitError extends Error {
  /** PostgreSQL's own code for it, which is classified as `away`. */
  readonly code = '08007'

  constructor(cause: unknown) {
    super('The response to a COMMIT was lost', { cause })
  }
}
