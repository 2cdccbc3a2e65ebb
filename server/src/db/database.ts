import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type DatabaseState, observeDatabase } from './database-state.ts'
import { openPool } from './open-pool.ts'
import { withStatements } from './prepared-statements.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { withTracedStatements } from './traced-statements.ts'
import type { Tables } from './tables.ts'
import { typeParsers } from './type-parsers.ts'

export { checkDatabase } from './check-database.ts'

/** Query builder for reads, in and outside a transaction. */
export type Database = Kysely<Tables>

/** Query builder for writes: all of them are committed, or none. */
export type Transaction = KyselyTransaction<Tables>

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** Determines within two seconds whether the database responds. */
  state(): Promise<DatabaseState>
  close(): Promise<void>
}

interface PoolOptions {
  max?: number
  applicationName?: string
  /** How long a query waits for a connection. */
  waitMs?: number
  /** Whether it serves reads alone; connections of others are refused while their server accepts no writes. */
  isReplica?: boolean
  /** How long the response to a query may take, whatever the database enforces. */
  queryMs?: number
  /** Caches prepared statements per connection; must be off behind a transaction pooler. */
  named?: boolean
}

/** Opens a pool; the first query connects. */
export function openDatabase(url: string, options: PoolOptions = {}): OpenDatabase {
  const max = options.max ?? 20
  const pool = openPool({
    connectionString: url,
    max,
    application_name: options.applicationName ?? 'kobo-console',
    ...(options.waitMs !== undefined && { connectionTimeoutMillis: options.waitMs }),
    ...(options.queryMs !== undefined && { query_timeout: options.queryMs }),
    ...(options.isReplica !== true && { verify: refuseReadOnly }),
    types: typeParsers,
  })
  let succeededAt = Number.NEGATIVE_INFINITY
  const onSuccess = () => {
    succeededAt = performance.now()
  }
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: withTracedStatements(withStatements(pool, { named: options.named ?? false, onSuccess })),
    }),
  })
  const close = async () => {
    await db.destroy()
    // Kysely ends only a pool from which it has taken a connection.
    if (!pool.ending) await pool.end()
  }
  const sinceSuccessMs = () => performance.now() - succeededAt
  return { db, pool, state: observeDatabase({ db, pool, url, max, sinceSuccessMs }), close }
}
