import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Transaction } from './database.ts'
import type { Tables } from './tables.ts'

/** Runs one long transaction and exposes its connection, which COPY needs. The usual timeouts are lifted. */
export async function withLongTransaction<T>(
  pool: pg.Pool,
  work: (db: Transaction, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // The end of the transaction returns the client to its pool.
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => {} } }),
  })
  return await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    return await work(transaction, client)
  })
}

/** Lets lists use index-only scans and good plans from the first query. */
export async function vacuumAnalyze(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum (analyze)')
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}
