import { Transaction as KyselyTransaction, sql } from 'kysely'
import type { Database, Transaction } from './database.ts'

/**
 * Reads from one snapshot, so that the results of several statements agree. Inside another transaction it reads from that one.
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
 * Reads from one snapshot under planner settings that are local to its transaction. Its start and the settings are sent as one
 * message, since each round trip delays a search.
 */
export async function withPlannerSettings<T>(
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
      // The original error is reported, not that of a lost connection.
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
}
