import pg from 'pg'

/** Number of unused connections that stay open, since a new one plans every statement anew; the others are closed after 10 s. */
const keptOpen = 4

/** How long a query waits for a connection. */
const waitMs = 5_000

/** Opens a pool that replaces broken connections; the first query connects. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ min: keptOpen, connectionTimeoutMillis: waitMs, keepAlive: true, ...config })
  // A broken idle connection needs no report: the pool opens another for the next query.
  pool.on('error', () => {})
  // A connection that breaks in use fails its query, which reports it; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
