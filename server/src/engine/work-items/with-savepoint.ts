import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { classifyDatabaseError, isStatementTimeout } from '../../db/database-errors.ts'

/**
 * Does work whose failure undoes its own changes only, and returns the error, or undefined without one. Throws where the whole
 * transaction has failed: it is repeated after a deadlock, and ends with the connection.
 */
export async function withSavepoint(db: Transaction, work: () => Promise<unknown>): Promise<unknown> {
  await sql`savepoint work_items`.execute(db)
  try {
    await work()
    return undefined
  } catch (error) {
    if (classifyDatabaseError(error) !== null && !isStatementTimeout(error)) throw error
    await sql`rollback to savepoint work_items`.execute(db)
    return error
  }
}
