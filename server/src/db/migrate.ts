import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { serverRoot } from '../server-root.ts'
import { StartupError } from '../startup-error.ts'
import { keepSessionDefaults } from './session-defaults.ts'

/** Any number that nobody else takes; migrations of one database wait for each other on it. */
const lockNumber = 7_403_112_611

/** Brings the database to the newest migration, all or nothing, and tells the names of those it applied. */
export async function migrate(
  url: string,
  {
    log = () => {},
    dir = join(serverRoot(), 'src/db/migrations'),
  }: { log?: (line: string) => void; dir?: string } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
    // A lock of the transaction, not of the session: it holds through a transaction pooler and cannot be left behind.
    await client.query(`select pg_advisory_xact_lock(${lockNumber})`)
    await keepSessionDefaults(client)
    const applied = await apply(client, dir)
    // The runner has committed if it had something to do; otherwise this ends the transaction.
    await client.query('commit')
    for (const { name } of applied) log(`Applied migration ${name}`)
    return applied.map(({ name }) => name)
  } finally {
    await client.end().catch(() => {})
  }
}

async function apply(client: pg.Client, dir: string) {
  let current = ''
  // The runner names the migration that it is at only in what it says.
  const info = (said: string) => {
    current = said.match(/^### MIGRATION (\S+)/)?.[1] ?? current
  }
  const logger = { info, warn: () => {}, error: () => {} }
  const table = { migrationsTable: 'migration', singleTransaction: true, noLock: true }
  try {
    return await runner({ dbClient: client, dir, direction: 'up', ...table, logger })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The migration ${current} failed and nothing was changed: ${reason}.`)
  }
}
