import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Transaction } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * One long transaction, together with the connection that it runs on: COPY needs the connection itself. The limits that
 * end other people's statements do not hold here.
 */
export async function withLongTransaction<T>(
  pool: pg.Pool,
  work: (db: Transaction, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // The transaction's end gives the client back to its pool.
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => {} } }),
  })
  return await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    return await work(transaction, client)
  })
}

/** Lets lists be read from their indexes alone, and be planned well, from the first question on. */
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
