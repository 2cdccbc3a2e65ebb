import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from './database.ts'
import { classifyDatabaseError, isLostConnection } from './database-errors.ts'

const attempts = 5

/** How long a transaction is repeated after its connection was lost, while a pooler restarts or a planned fail-over ends. */
const reconnectWithinMs = 3_000
const reconnectEveryMs = 250

/**
 * Runs work in one transaction, retried after a deadlock, a serialization failure, or the loss of its connection before COMMIT,
 * since nothing of it has happened then.
 */
export async function transact<T>(db: Database, work: (db: Transaction) => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + reconnectWithinMs
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
      if (isLostConnection(error)) {
        if (performance.now() > giveUpAt) throw error
        await sleep(reconnectEveryMs)
      } else if (fault !== 'retry' || attempt >= attempts) throw error
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
