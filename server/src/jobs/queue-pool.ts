import type pg from 'pg'
import type PgBoss from 'pg-boss'
import { openPool } from '../db/open-pool.ts'
import { refuseReadOnly } from '../db/refuse-read-only.ts'

export interface QueuePool {
  pool: pg.Pool
  /** The same pool as an adapter for pg-boss. */
  db: PgBoss.Db
}

/**
 * Opens the connections of the job queues. They parse types as pg-boss expects, unlike the pool of our tables. Housekeeping,
 * which runs in its own transactions, may exceed the usual statement timeout: the limit is lifted inside each, since a session
 * setting would not survive a pooler.
 */
export function openQueuePool(url: string, max = 5): QueuePool {
  const pool = openPool({
    connectionString: url,
    max,
    application_name: 'kobo-console jobs',
    verify: refuseReadOnly,
  })
  return {
    pool,
    db: {
      executeSql: (text, values) =>
        pool.query(text.replace(/^\s*BEGIN;/, 'BEGIN; SET LOCAL statement_timeout = 0;'), values),
    },
  }
}
