import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { isReadOnlyError } from './database-errors.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import type { Tables } from './tables.ts'

/**
 * `ready`: statements are carried out. `busy`: the database responds, but all connections of this process are in use.
 * `read-only`: it accepts no writes. `unavailable`: it does not respond.
 */
export type DatabaseState = 'ready' | 'busy' | 'read-only' | 'unavailable'

interface Observed {
  db: Kysely<Tables>
  pool: pg.Pool
  url: string
  /** Maximum number of connections of the pool. */
  max: number
  sinceSuccessMs(): number
}

const respondsWithinMs = 2_000

/**
 * Returns a function that determines the state of a database. Concurrent callers share one answer. A full pool is not waited
 * for: a connection of its own then shows whether the database responds. If a pooler lets that one wait too, statements of others
 * that succeed meanwhile show it.
 */
export function observeDatabase(observed: Observed): () => Promise<DatabaseState> {
  let asked: Promise<DatabaseState> | null = null
  return () => {
    asked ??= determineState(observed).finally(() => {
      asked = null
    })
    return asked
  }
}

async function determineState({ db, pool, url, max, sinceSuccessMs }: Observed): Promise<DatabaseState> {
  const isFull = pool.idleCount === 0 && pool.totalCount >= max
  const probe = isFull ? probeAlone(url).then(() => 'busy' as const) : probePooled(db)
  const state = probe.catch((error: unknown) => (isReadOnlyError(error) ? 'read-only' : 'unavailable'))
  const late = new Promise<null>((resolve) => setTimeout(resolve, respondsWithinMs, null).unref())
  return (await Promise.race([state, late])) ?? (sinceSuccessMs() < respondsWithinMs ? 'busy' : 'unavailable')
}

async function probePooled(db: Kysely<Tables>): Promise<DatabaseState> {
  // An open connection may lead to a former primary.
  const { rows } = await sql<{ is_read_only: boolean }>`select pg_is_in_recovery() as is_read_only`.execute(db)
  return rows[0]?.is_read_only === true ? 'read-only' : 'ready'
}

async function probeAlone(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: respondsWithinMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await new Promise<void>((resolve, reject) => {
      refuseReadOnly(client, (error) => (error ? reject(error) : resolve()))
    })
  } finally {
    void client.end().catch(() => {})
  }
}
