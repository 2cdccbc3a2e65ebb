import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openDatabase, type Transaction } from '../db/database.ts'
import { bulkLoad } from '../db/bulk-load.ts'
import { withLongTransaction, vacuumAnalyze } from '../db/long-transaction.ts'
import { migrate } from '../db/migrate.ts'
import { openJobs } from '../jobs/jobs.ts'
import { loadDemo } from '../load-demo.ts'
import { StartupError } from '../startup-error.ts'
import { differences, checksums } from './checksums.ts'
import { type CopiedTable, listTables } from './tables.ts'

export interface CopyOptions {
  /** URLs of two databases: one that a console has used, and an empty one. */
  from: string
  to: string
  /** `step` is the table being copied, or the step after the last table. */
  onProgress?: (progress: { step: string; done: number; total: number }) => void
}

/**
 * Copies all data of a console into another database, which may run another release of PostgreSQL: from one snapshot, all or
 * nothing, and compared at the end. The console may run meanwhile; its later changes are not copied.
 */
export async function copyDatabase({ from, to, onProgress = () => {} }: CopyOptions): Promise<{ rows: number }> {
  const source = new pg.Client({ connectionString: from, application_name: 'kobo-console copy' })
  source.on('error', () => {})
  await source.connect()
  try {
    await source.query('begin isolation level repeatable read read only')
    await source.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const tables = await listTables(source)
    if (tables.length === 0) throw new StartupError('The source database holds no console.')
    await prepare(to, tables)
    return await fill(source, to, tables, onProgress)
  } finally {
    await source.end()
  }
}

/** Creates every table that will be filled, as the console itself would. */
async function prepare(to: string, tables: CopiedTable[]): Promise<void> {
  await migrate(to)
  const has = (schema: string) => tables.some((table) => table.schema === schema)
  if (has('pgboss')) {
    const jobs = await openJobs(to, { retryDelaySeconds: 1, onError: () => {} })
    await jobs.stop()
  }
  if (has('outside')) {
    const { openBook } = await loadDemo()
    const pool = new pg.Pool({ connectionString: to, max: 1 })
    try {
      await openBook(pool)
    } finally {
      await pool.end()
    }
  }
}

async function fill(
  source: pg.Client,
  to: string,
  tables: CopiedTable[],
  onProgress: NonNullable<CopyOptions['onProgress']>,
): Promise<{ rows: number }> {
  const target = openDatabase(to, { max: 1, applicationName: 'kobo-console copy' })
  try {
    const rows = await withLongTransaction(target.pool, async (db, client) => {
      // Serialises with other processes that fill a new database; the second one finds it filled.
      await sql`select pg_advisory_xact_lock(hashtext('kobo demo world'))`.execute(db)
      await checkEmpty(db)
      await checkShape(client, tables)
      const names = tables.filter(({ schema }) => schema === 'public').map(({ name }) => name)
      const report = (step: string, done: number) => onProgress({ step, done, total: tables.length })
      await bulkLoad(
        db,
        names,
        () => report('indexes and references', tables.length),
        async () => {
          await clear(client, tables)
          for (const [done, { name, columns }] of tables.entries()) {
            report(name, done)
            await pipeline(
              source.query(copyTo(`copy (select ${columns} from ${name}) to stdout (format binary)`)),
              client.query(copyFrom(`copy ${name} (${columns}) from stdin (format binary)`)),
            )
          }
        },
      )
      await copySequences(source, client)
      report('the comparison', tables.length)
      const expected = await checksums(source, tables)
      const wrong = differences(expected, await checksums(client, tables))
      if (wrong.length > 0) throw new Error(`The copy differs from the source and was discarded: ${wrong.join('; ')}`)
      return expected.rows
    })
    await vacuumAnalyze(target.pool)
    return { rows }
  } finally {
    await target.close()
  }
}

/** Rejects a target that already holds staff, merchants or entries. */
async function checkEmpty(db: Transaction): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from staff) or exists (select from merchant) or exists (select from entry) as used`.execute(
    db,
  )
  if (rows[0]?.used) {
    throw new StartupError('The target database already holds a console: use an empty one.')
  }
}

/** Deletes the initial rows, which the copy includes. The ledger's tables start empty and reject deletes. */
async function clear(target: pg.ClientBase, tables: CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await target.query(`select from ${name} limit 1`)
    if (rowCount) await target.query(`delete from ${name}`)
  }
}

async function checkShape(target: pg.ClientBase, tables: CopiedTable[]): Promise<void> {
  const shapes = new Map((await listTables(target)).map(({ name, columns }) => [name, columns]))
  const other = tables.filter(({ name, columns }) => shapes.get(name) !== columns).map(({ name }) => name)
  if (other.length > 0) {
    throw new StartupError(
      `The databases are of different releases (${other.join(', ')}): start this release on the older one first.`,
    )
  }
}

async function copySequences(source: pg.Client, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(`
    select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`)
  for (const { name, last } of rows) await target.query('select setval($1::regclass, $2::bigint)', [name, last])
}
