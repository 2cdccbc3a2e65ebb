// Rehearses the loss of a table and of a whole database under load: npm run restore:drill [-- --transactions 20000]
// Needs pgBackRest and PostgreSQL from the distribution's packages; installs nothing and leaves nothing behind.
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { postSigned } from '@kobo/server/rails/post-signed'
import { root } from '../root.mjs'
import { temporaryFolder } from '../temporary-folder.mjs'
import {
  archiveSeconds,
  type BackedUpServer,
  type Console,
  missingPackages,
  startBackedUpServer,
  startConsole,
} from './backed-up-server.ts'
import { runAsOwner } from './run-as-owner.ts'

/** No other table refers to it, so that it can be copied back alone; every payout writes to it. */
const lostTable = 'activity'
/** Transactions that the demo creates; all others are generated. */
const demoTransactions = 10_000
const writersAtOnce = 4
const pauseMs = 100
const settledWithinMs = 120_000

/** Payouts that the console has acknowledged, with the time of the response. */
type Acknowledged = Map<string, number>

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
  let application: Console | null = null
  try {
    application = await startConsole(folder, server.url('kobo'), demoTransactions)
    const more = Number(options.transactions) - demoTransactions
    if (more > 0) await generate(server.url('kobo'), application, more)
    await timed('Full backup', () => server.backUp('full'))
    const load = await startLoad(application, server.url('kobo'))
    await sleep(5_000)
    await timed('Incremental backup', () => server.backUp('incr'))
    await sleep(5_000)
    await recoverTable(folder, server, application, load)
    // A machine is lost at any moment between two segments of the archive.
    await sleep((archiveSeconds + 10) * 1000)
    await recoverDatabase(folder, server, application, load)
  } finally {
    await application?.stop()
    await server.stop()
  }
}

/** A table is dropped under load, and copied back from a restore that ends right before. */
async function recoverTable(folder: string, server: BackedUpServer, { dataDir }: Console, load: Load): Promise<void> {
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
    await rehearse(server, dataDir, '--into', into, '--before-transaction', transaction, '--keep')
    const dump = join(folder, 'database', 'table.sql')
    await runAsOwner(join(server.bin, 'pg_dump'), '-h', into, '-U', 'postgres', '-t', lostTable, '-f', dump, 'kobo')
    await runAsOwner(join(server.bin, 'psql'), '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-f', dump, server.url('kobo'))
    say(`Copied back ${((performance.now() - dropped) / 1000).toFixed(1)} s after it was dropped`)
    await runAsOwner(join(server.bin, 'pg_ctl'), '-D', into, '-m', 'immediate', 'stop')
    await load.pause()
    await settle(client)
    report('A dropped table', await absent(client, load.acknowledged), load.acknowledged)
    await verify(server.url('kobo'), dataDir)
    load.resume()
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
  { dataDir }: Console,
  load: Load,
): Promise<void> {
  await server.destroy()
  const lostAt = Date.now()
  await load.stop()
  const into = join(folder, 'database', 'after-the-loss')
  await rehearse(server, dataDir, '--into', into, '--keep')
  const client = new pg.Client({
    connectionString: `postgres://postgres@localhost/kobo?host=${encodeURIComponent(into)}`,
  })
  await client.connect()
  try {
    const lost = await absent(client, load.acknowledged)
    const first = Math.min(lostAt, ...lost.map((reference) => load.acknowledged.get(reference) ?? lostAt))
    const seconds = (lostAt - first) / 1000
    say(
      `A lost machine: the last ${seconds.toFixed(1)} s of ${load.acknowledged.size} payouts are missing (${lost.length})`,
    )
    if (seconds > archiveSeconds) fail(`More than ${archiveSeconds} s were lost`)
  } finally {
    await client.end()
    await runAsOwner(join(server.bin, 'pg_ctl'), '-D', into, '-m', 'immediate', 'stop')
  }
}

/** Waits until no payout of the load is in progress any more. */
async function settle(client: pg.Client): Promise<void> {
  const until = Date.now() + settledWithinMs
  while (Date.now() < until) {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from transaction where reference like 'DRILL-%' and status in ('QUEUED', 'PENDING')`,
    )
    if (rows[0]?.open === 0) return
    await sleep(1_000)
  }
  fail('Payouts are still in progress')
}

async function absent(client: pg.Client, acknowledged: Acknowledged): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `select reference from transaction where reference like 'DRILL-%'`,
  )
  const present = new Set(rows.map(({ reference }) => reference))
  if (present.size !== rows.length) fail(`${rows.length - present.size} payouts are there twice`)
  return [...acknowledged.keys()].filter((reference) => !present.has(reference))
}

function report(cause: string, lost: string[], acknowledged: Acknowledged): void {
  say(`${cause}: ${acknowledged.size} payouts acknowledged, ${lost.length} lost`)
  if (lost.length > 0) fail('An acknowledged payout is missing')
}

interface Load {
  acknowledged: Acknowledged
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

/** Submits payouts until stopped; those that fail are not counted, since their merchant repeats them. */
async function startLoad({ baseUrl, dataDir }: Console, databaseUrl: string): Promise<Load> {
  const { merchantId, webhookSecret } = await somePayer(baseUrl, dataDir, databaseUrl)
  const acknowledged: Acknowledged = new Map()
  let number = 0
  let isRunning = true
  const submit = async () => {
    const reference = `DRILL-${++number}`
    const body = {
      reference,
      amount: 100,
      beneficiary: { name: 'Chidi Okafor', accountNumber: '0100000900', bankCode: '058' },
      narration: 'Restore drill',
    }
    const headers = { 'merchant-id': merchantId }
    const call = { secret: webhookSecret, headers, timeoutMs: 20_000 }
    const response = await postSigned(`${baseUrl}/rails/merchants/payouts`, body, call).catch(() => null)
    if (response?.ok) acknowledged.set(reference, Date.now())
  }
  const write = async () => {
    while (isRunning) {
      await submit()
      await sleep(pauseMs)
    }
  }
  let writers = Promise.resolve()
  const resume = () => {
    isRunning = true
    writers = Promise.all(Array.from({ length: writersAtOnce }, write)).then(() => {})
  }
  const pause = async () => {
    isRunning = false
    await writers
  }
  resume()
  return { acknowledged, pause, resume, stop: pause }
}

async function somePayer(baseUrl: string, dataDir: string, databaseUrl: string) {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'demo:payout'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1', PORT: new URL(baseUrl).port },
  })
  return z.object({ merchantId: z.string(), webhookSecret: z.string() }).parse(JSON.parse(stdout))
}

async function rehearse(server: BackedUpServer, dataDir: string, ...args: string[]): Promise<void> {
  const code = await npmRun(['restore:rehearse', '--', '--config', server.config, ...args], {
    DATA_DIR: dataDir,
    DEMO: '1',
  })
  if (code !== 0) fail('The rehearsal found a fault')
}

async function generate(databaseUrl: string, { dataDir }: Console, transactions: number): Promise<void> {
  const args = ['generate', '--', '--transactions', String(transactions)]
  if ((await npmRun(args, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' })) !== 0)
    fail('Nothing was generated')
}

async function verify(databaseUrl: string, dataDir: string): Promise<void> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8')
  if ((await npmRun(['verify'], { DATABASE_URL: databaseUrl, SECRET: secret })) !== 0) fail('verify found a fault')
}

/** Runs one of the project's commands with its output on the terminal and returns its exit code. */
async function npmRun(args: string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  return await new Promise((resolve) => child.once('exit', resolve))
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
