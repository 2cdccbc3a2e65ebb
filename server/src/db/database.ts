import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withNamedStatements } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { typeParsers } from './type-parsers.ts'

export { checkDatabase } from './check-database.ts'

/** What queries are written with, in and outside a transaction. */
export type Database = Kysely<Tables>

/** What writes are written with: all of it happens, or nothing. */
export type Transaction = KyselyTransaction<Tables>

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

interface PoolOptions {
  max?: number
  applicationName?: string
  /** How long a query waits for a connection. */
  waitMs?: number
  /** Connections keep the plans of statements; not through a pooler that hands them round. */
  named?: boolean
}

/** Opens a pool of connections; nothing is connected until the first query. */
export function openDatabase(url: string, options: PoolOptions = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    application_name: options.applicationName ?? 'kobo-console',
    connectionTimeoutMillis: options.waitMs ?? 5000,
    keepAlive: true,
    types: typeParsers,
  })
  // An idle connection that breaks is no news: the pool opens another for the next query.
  pool.on('error', () => {})
  // One that breaks while in use fails its query, which is told there; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: options.named ? withNamedStatements(pool) : pool }),
  })
  const close = async () => {
    await db.destroy()
    // Kysely ends only a pool that it has asked for a connection itself.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}
