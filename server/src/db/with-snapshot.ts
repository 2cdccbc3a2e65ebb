import { Transaction as KyselyTransaction, sql } from 'kysely'
import type { Database, Transaction } from './database.ts'

/**
 * Reads everything of one instant: figures and rows that several statements bring agree with each other. What is read within
 * another snapshot is of its instant.
 */
export async function withSnapshot<T>(
  db: Database | Transaction,
  read: (snapshot: Transaction) => Promise<T>,
): Promise<T> {
  if (db instanceof KyselyTransaction) return await read(db)
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** The planner's settings by name, such as `enable_sort`. */
export type PlannerSettings = Readonly<Record<string, string>>

/**
 * The same under these settings of the planner, which leave the connection as it was. The start of the transaction and its
 * settings are sent as one message, since a search waits for every one.
 */
export async function withPlannedSnapshot<T>(
  db: Database,
  settings: PlannerSettings,
  read: (snapshot: Database) => Promise<T>,
): Promise<T> {
  const set = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)
  if (db.isTransaction) {
    await sql.raw(set.join('; ')).execute(db)
    return await read(db)
  }
  return await db.connection().execute(async (connection) => {
    const start = 'start transaction isolation level repeatable read read only'
    try {
      await sql.raw([start, ...set].join('; ')).execute(connection)
      const found = await read(connection)
      await sql`commit`.execute(connection)
      return found
    } catch (error) {
      // What failed is reported, not that its connection is lost as well.
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
}
