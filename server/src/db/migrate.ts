import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverRoot } from '../server-folder.ts'
import { StartupError } from '../startup-error.ts'
import { withMigrationLock } from './migration-lock.ts'
import { type LoneStatement, type Migration, migrationNames, readMigrations } from './migrations-folder.ts'
import { setSessionDefaults } from './session-defaults.ts'

interface Options {
  log?: (line: string) => void
  dir?: string
  /** How long a migration may wait for a lock, since later requests for the lock queue behind it. */
  lockTimeoutMs?: number
  /** Number of attempts, and the pause between them, in which others proceed. */
  tries?: number
  pauseMs?: number
}

const usualDir = () => join(serverRoot(), 'src/db/migrations')

/** Applies all pending migrations, each file all or nothing, and returns their names. */
export async function migrate(url: string, options: Options = {}): Promise<string[]> {
  const { log = () => {}, dir = usualDir() } = options
  const migrations = await readMigrations(dir)
  return await withMigrationLock(url, async (client) => {
    await setSessionDefaults(client)
    await client.query(`create table if not exists migration (
      id serial primary key, name varchar(255) not null, run_on timestamp not null)`)
    const appliedBefore = await appliedNames(client)
    const applied: string[] = []
    for (const migration of migrations.filter(({ name }) => !appliedBefore.has(name))) {
      await apply(client, migration, options)
      log(`Applied migration ${migration.name}`)
      applied.push(migration.name)
    }
    return applied
  })
}

/** Migrates at start, except in production, where an operator decides when tables change and missing migrations are an error. */
export async function prepareTables(url: string, { production }: { production: boolean }): Promise<string[]> {
  if (!production) return await migrate(url)
  await refuseOldTables(url)
  return []
}

/** Rejects a database that lacks migrations of this release. */
export async function refuseOldTables(url: string, dir = usualDir()): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ found: string | null }>(`select to_regclass('migration') as found`)
    const applied = rows[0]?.found ? await appliedNames(client) : new Set<string>()
    const missing = (await migrationNames(dir)).filter((name) => !applied.has(name))
    if (missing.length === 0) return
    const problem = applied.size === 0 ? 'The database has no tables yet' : `The database lacks ${missing.join(', ')}`
    throw new StartupError(`${problem}: run "npm run migrate", then start again.`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  return new Set(rows.map(({ name }) => name))
}

async function apply(client: pg.Client, migration: Migration, options: Options): Promise<void> {
  const { log = () => {}, lockTimeoutMs = 3000, tries = 40, pauseMs = 2000 } = options
  for (let tried = 1; ; tried++) {
    try {
      if (migration.alone) await applyAlone(client, migration.name, migration.alone)
      else await applyInTransaction(client, migration, lockTimeoutMs)
      return
    } catch (error) {
      const { name } = migration
      if (!isBusy(error)) throw new StartupError(`${failed(name)}: ${reasonOf(error)}.`)
      if (tried >= tries) {
        throw new StartupError(
          `${failed(name)}: other transactions held the locks that it needs in all ${tries} attempts. Try again when they have finished.`,
        )
      }
      log(`Migration ${name} is waiting for locks that other transactions hold`)
      await sleep(pauseMs)
    }
  }
}

async function applyInTransaction(client: pg.Client, { name, sql }: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`)
    await client.query(sql)
    await markApplied(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Runs each statement outside a transaction, so that only an interrupted one runs again. These statements block no writers. */
async function applyAlone(client: pg.Client, name: string, statements: LoneStatement[]): Promise<void> {
  // Set for the session, since there is no transaction; the connection ends with the migrations.
  await client.query('set statement_timeout = 0')
  for (const { sql, index } of statements) {
    const built = index === null ? 'missing' : await indexState(client, index)
    if (built === 'whole') continue
    if (built === 'broken') await client.query(`drop index concurrently ${index}`)
    await client.query(sql)
  }
  await markApplied(client, name)
}

/** A failed concurrent build leaves an index that is maintained but never used. */
async function indexState(client: pg.Client, index: string): Promise<'missing' | 'broken' | 'whole'> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  const [found] = rows
  if (!found) return 'missing'
  return found.indisvalid ? 'whole' : 'broken'
}

async function markApplied(client: pg.Client, name: string): Promise<void> {
  await client.query(`insert into migration (name, run_on) values ($1, now())`, [name])
}

/** A lock timeout, or a deadlock of which this side was the victim. */
function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}

function failed(name: string): string {
  return `Migration ${name} failed; none of its changes were applied`
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
