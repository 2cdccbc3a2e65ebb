import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { signIn } from '../tools/api-sign-in.ts'
import { fetchSigned } from '../tools/sign-call.ts'
import type { KeptSession } from '../tools/api-session.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'

/** Shared with the process that reads the generated data. */
export const secret = 'the secret of what is measured'

/** Product server on its own database with this many transactions, and a signed-in session. */
export interface SizedServer {
  size: number
  baseUrl: string
  session: KeptSession
  databaseUrl: string
  client: pg.Client
  pid: number
}

/** Starts one embedded database server with one database and product server per size. */
export async function startSizedServers(sizes: readonly number[]) {
  const host = await startBenchServer()
  const stops = [host.stop]
  const stop = async () => {
    for (const one of stops.toReversed()) await one()
  }
  try {
    const servers: SizedServer[] = []
    for (const size of sizes) {
      const databaseUrl = await createDatabase(host, size)
      const {
        baseUrl,
        pid,
        stop: stopServer,
      } = await startBenchServer({
        DATABASE_URL: databaseUrl,
        DEMO: '1',
        SECRET: secret,
      })
      stops.push(stopServer)
      const server = await serverAt(baseUrl, databaseUrl, { size, pid })
      stops.push(() => server.client.end())
      await settle(server.client)
      servers.push(server)
    }
    return { servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the product on its full demo with this many transactions in total, and signs in. */
export async function startFilledServer(size: number): Promise<{ server: SizedServer; stop: () => Promise<void> }> {
  const host = await startBenchServer()
  const stops = [host.stop]
  const stop = async () => {
    for (const one of stops.toReversed()) await one()
  }
  try {
    const databaseUrl = await emptyDatabase(host, 'filled')
    const environment = { DATABASE_URL: databaseUrl, DEMO: '1', SECRET: secret }
    // Fills the demo and stops, so that nothing else writes while more is generated.
    const maker = await startBenchServer(environment)
    await maker.stop()
    const hasDatabase = await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ n: string }>('select count(*) as n from transaction')
      return Number(rows[0]?.n)
    })
    if (hasDatabase < size) await generate(databaseUrl, size - hasDatabase)
    await withClient(databaseUrl, skipLedgerCheck)
    const { baseUrl, pid, stop: stopServer } = await startBenchServer(environment)
    stops.push(stopServer)
    const server = await serverAt(baseUrl, databaseUrl, { size, pid })
    stops.push(() => server.client.end())
    await settle(server.client)
    return { server, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Signs in to a running server. */
export async function serverAt(baseUrl: string, databaseUrl: string, { size = 0, pid = 0 } = {}): Promise<SizedServer> {
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Reports the first failure, not the connection error when the server is stopped afterwards.
  client.on('error', () => {})
  return { size, baseUrl, session, databaseUrl, client, pid }
}

/** Makes a signed call and returns the milliseconds until its response is complete. */
export async function timed(server: SizedServer, path: string): Promise<number> {
  return (await getBody(server, path)).ms
}

/** Returns the response of a read. */
export async function fetchPath(server: SizedServer, path: string): Promise<unknown> {
  return JSON.parse((await getBody(server, path)).body)
}

async function getBody({ baseUrl, session }: SizedServer, path: string) {
  const started = performance.now()
  const reply = await fetchSigned({ apiUrl: `${baseUrl}/api`, hashKey: 'demo-hash-key', session }, { path })
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${body.slice(0, 200)}`)
  return { body, ms: performance.now() - started }
}

/** Returns the response of an idempotent write. */
export async function written(
  server: SizedServer,
  path: string,
  content: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<unknown> {
  const reply = await fetchSigned(
    { apiUrl: `${server.baseUrl}/api`, hashKey: 'demo-hash-key', session: server.session },
    { method, path, body: JSON.stringify(content), idempotencyKey: randomUUID() },
  )
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return await reply.json()
}

/** Waits until the counter deltas of a server's start are folded, and vacuums, as autovacuum would do within minutes. */
async function settle(client: pg.Client): Promise<void> {
  for (let waiting = true; waiting; ) {
    const { rows } = await client.query<{ waiting: boolean }>(
      'select exists (select from count_delta) or exists (select from balance_delta) as waiting',
    )
    waiting = rows[0]?.waiting ?? false
    if (waiting) await sleep(500)
  }
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze')
}

async function createDatabase(host: BenchServer, size: number): Promise<string> {
  const databaseUrl = await emptyDatabase(host, `lists_${size}`)
  await generate(databaseUrl, size)
  const staff = await withClient(host.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ row: string }>(
      "select to_json(staff) as row from staff where email = 'admin@demo.test'",
    )
    return rows[0]?.row
  })
  await withClient(databaseUrl, async (client) => {
    // If the demo's operator exists, the server considers the demo filled and adds nothing.
    await client.query('insert into staff select * from json_populate_record(null::staff, $1)', [staff])
    await skipLedgerCheck(client)
  })
  return databaseUrl
}

/** SQL of a time-ordered id in the product's format. */
export const timedId = (at: string) => `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
  || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`

/** Records today's ledger check as done: on millions of transactions it would occupy both cores during the measurement. */
export async function skipLedgerCheck(client: pg.Client): Promise<void> {
  await client.query(`
    with given as materialized (select ${timedId('now()')} as id)
    insert into ledger_check (id, created_at, moved_at, ended_at, done, total)
    select id, uuid_time(id), now(), now(), 1, 1 from given`)
}

async function emptyDatabase(host: BenchServer, name: string): Promise<string> {
  await withClient(host.databaseUrl('postgres'), (client) => client.query(`create database ${name} owner kobo`))
  const url = new URL(host.databaseUrl())
  url.pathname = name
  return url.href
}

/** Adds transactions to a database, with merchants and wallets of their own. */
export async function generate(databaseUrl: string, transactions: number): Promise<void> {
  const body = ['--transactions', String(transactions), '--seed', 'lists']
  await run({ DATABASE_URL: databaseUrl, SECRET: secret }, 'generate', '--', ...body)
}

async function run(environment: Record<string, string>, ...args: string[]): Promise<void> {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm run ${args.join(' ')} ended with ${code}`)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
