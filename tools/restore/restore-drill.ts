// Rehearses the loss of a table and of a whole database under load: npm run restore:drill [-- --transactions 20000]
// Needs pgBackRest and PostgreSQL from the distribution's packages; installs nothing and leaves nothing behind.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { compareAcknowledged } from '../drill/compare-acknowledged.ts'
import { type DemoServer, demoTransactions, startDemoServer } from '../drill/demo-server.ts'
import { runNpm } from '../drill/run-npm.ts'
import { countKinds, SignedLoad } from '../drill/signed-load.ts'
import { withStoredFiles } from '../drill/stored-files.ts'
import { root } from '../root.mjs'
import { temporaryFolder } from '../temporary-folder.mjs'
import { archiveSeconds, type BackedUpServer, missingPackages, startBackedUpServer } from './backed-up-server.ts'
import { runAsOwner } from './run-as-owner.ts'

/** No other table refers to it, so that it can be copied back alone; every payment writes to it. */
const lostTable = 'activity'
/** How long calls are watched after the table is back. */
const afterMs = 10_000
const { values: options } = parseArgs({ options: { transactions: { type: 'string', default: '20000' } } })
const packages = missingPackages()
if (packages.length > 0) {
  say(`The drill needs packages that are missing: apt-get install ${packages.join(' ')}`)
  process.exitCode = 1
} else {
  await drill()
}

async function drill(): Promise<void> {
  const folder = temporaryFolder()
  const server = await startBackedUpServer(folder)
  const env = { DATABASE_URL: server.url('kobo'), DATA_DIR: join(folder, 'data'), DEMO: '1' }
  const load = new SignedLoad()
  let application: DemoServer | null = null
  try {
    application = await startDemoServer(root, env)
    const more = Number(options.transactions) - demoTransactions
    if (more > 0 && !(await runNpm(['generate', '--', '--transactions', String(more)], env)))
      fail('Nothing was generated')
    await timed('Full backup', () => server.backUp('full'))
    load.start({ urls: [application.baseUrl], env, log: join(folder, 'load.log') })
    await sleep(5_000)
    await timed('Incremental backup', () => server.backUp('incr'))
    await sleep(5_000)
    await recoverTable(folder, server, env, load)
    // A machine is lost at any moment between two segments of the archive.
    await sleep((archiveSeconds + 10) * 1000)
    await recoverDatabase(folder, server, env, load)
  } finally {
    await load.stop()
    await application?.stop()
    await server.stop()
  }
}

type Environment = Record<string, string>

/** A table is dropped under load, and copied back from a restore that ends right before. */
async function recoverTable(folder: string, server: BackedUpServer, env: Environment, load: SignedLoad): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('kobo') })
  await client.connect()
  try {
    const before = await client.query<{ at: string }>('select pg_current_wal_lsn() as at')
    await client.query(`drop table ${lostTable} cascade`)
    const dropped = performance.now()
    await sleep(1_000)
    await client.query('select pg_switch_wal()')
    const transaction = await findDrop(server, before.rows[0]?.at ?? '')
    say(`Dropped ${lostTable}: pg_waldump names transaction ${transaction}`)
    const into = join(folder, 'database', 'before-the-drop')
    await rehearse(server, env, '--into', into, '--before-transaction', transaction, '--keep')
    const dump = join(folder, 'database', 'table.sql')
    await runAsOwner(join(server.bin, 'pg_dump'), '-h', into, '-U', 'postgres', '-t', lostTable, '-f', dump, 'kobo')
    await runAsOwner(join(server.bin, 'psql'), '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-f', dump, server.url('kobo'))
    say(`Copied back ${((performance.now() - dropped) / 1000).toFixed(1)} s after it was dropped`)
    await runAsOwner(join(server.bin, 'pg_ctl'), '-D', into, '-m', 'immediate', 'stop')
    await sleep(afterMs)
    const { lost, duplicated } = await withStoredFiles(env, (files) =>
      compareAcknowledged(client, files, load.acknowledged.slice()),
    )
    say(
      `A dropped table: acknowledged ${countKinds(load.acknowledged)}: lost ${lost.length}, duplicated ${duplicated.length}`,
    )
    if (lost.length + duplicated.length > 0) fail('An acknowledged write is missing or there twice')
    if (!(await runNpm(['verify'], env))) fail('verify found a fault')
  } finally {
    await client.end()
  }
}

/** Returns the transaction that dropped a table since a position of the WAL, as an operator finds it. */
async function findDrop({ bin, cluster }: BackedUpServer, since: string): Promise<string> {
  // The WAL ends within a segment, which pg_waldump reports as an error after all records.
  const found = await runAsOwner(
    'sh',
    '-c',
    '"$1" -p "$2" -s "$3" -r Transaction 2>/dev/null | grep "rels:" || true',
    'sh',
    join(bin, 'pg_waldump'),
    join(cluster, 'pg_wal'),
    since,
  )
  const transaction = /tx:\s+(\d+)/.exec(found)?.[1]
  if (transaction === undefined) throw new Error('The WAL holds no transaction that dropped a table')
  return transaction
}

/** The machine of the database is lost with its disk; what is left is the repository. */
async function recoverDatabase(
  folder: string,
  server: BackedUpServer,
  env: Environment,
  load: SignedLoad,
): Promise<void> {
  await server.destroy()
  const lostAt = Date.now()
  await load.stop()
  const into = join(folder, 'database', 'after-the-loss')
  await rehearse(server, env, '--into', into, '--keep')
  const client = new pg.Client({
    connectionString: `postgres://postgres@localhost/kobo?host=${encodeURIComponent(into)}`,
  })
  await client.connect()
  try {
    const { lost } = await withStoredFiles(env, (files) => compareAcknowledged(client, files, load.acknowledged))
    const seconds = (lostAt - Math.min(lostAt, ...lost.map(({ at }) => at))) / 1000
    say(
      `A lost machine: of ${load.acknowledged.length} acknowledged writes the last ${seconds.toFixed(1)} s are missing (${lost.length})`,
    )
    if (seconds > archiveSeconds) fail(`More than ${archiveSeconds} s were lost`)
  } finally {
    await client.end()
    await runAsOwner(join(server.bin, 'pg_ctl'), '-D', into, '-m', 'immediate', 'stop')
  }
}

async function rehearse(server: BackedUpServer, env: Environment, ...args: string[]): Promise<void> {
  if (!(await runNpm(['restore:rehearse', '--', '--config', server.config, ...args], env)))
    fail('The rehearsal found a fault')
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const from = performance.now()
  await work()
  say(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

function fail(reason: string): void {
  say(`FAILED: ${reason}`)
  process.exitCode = 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
