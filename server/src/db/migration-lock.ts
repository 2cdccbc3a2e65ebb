import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'

/** Arbitrary, but used by nothing else. */
const lockNumber = 7_403_112_611
const pollIntervalMs = 250

/**
 * Runs work that only one process may do in a database at a time, on its own connection. The lock is held by an idle transaction
 * on a second connection: it ends with that connection and works through a transaction pooler. A waiting process polls, since a
 * blocked statement holds a snapshot for which a concurrent index build would wait.
 */
export async function withMigrationLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const [holder, client] = [connection(url), connection(url)]
  // Without the lock nothing more may be changed.
  let lost = false
  holder.on('end', () => {
    lost = true
    void client.end().catch(() => {})
  })
  try {
    await holder.connect()
    await acquireLock(holder)
    await client.connect()
    return await work(client)
  } catch (error) {
    if (lost) throw new StartupError('The connection to the database was lost during a migration.')
    throw error
  } finally {
    await client.end().catch(() => {})
    // Ends its transaction, and the lock with it.
    await holder.end().catch(() => {})
  }
}

async function acquireLock(holder: pg.Client): Promise<void> {
  for (;;) {
    await holder.query('begin isolation level read committed')
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await holder.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${lockNumber}) as taken`)
    if (rows[0]?.taken) return
    await holder.query('rollback')
    await sleep(pollIntervalMs)
  }
}

function connection(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true })
  client.on('error', () => {})
  return client
}
