import pg from 'pg'
import type PgBoss from 'pg-boss'

export interface QueuePool {
  pool: pg.Pool
  /** The same for pg-boss. */
  db: PgBoss.Db
}

/**
 * The connections that queues are worked through. They read types as pg-boss expects them, not as our tables' pool does.
 * Its housekeeping, which comes in transactions of its own, may take longer than other people's statements: the limit is
 * lifted inside each, since a setting of the session would not hold through a pooler.
 */
export function openQueuePool(url: string, max = 5): QueuePool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'kobo-console jobs',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    db: {
      executeSql: (text, values) =>
        pool.query(text.replace(/^\s*BEGIN;/, 'BEGIN; SET LOCAL statement_timeout = 0;'), values),
    },
  }
}
