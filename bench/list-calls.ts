// Compares list calls with an endpoint that only runs their queries: npm run bench:calls [-- --transactions 2000000]
// With --server and --database it measures a running demo server instead of a new one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { median } from './bench-server.ts'
import { shown } from './list-server.ts'
import { startSizedServers } from './sized-servers.ts'

const text = { type: 'string' } as const
const { values: options } = parseArgs({
  options: { transactions: { ...text, default: '2000000' }, server: text, database: text },
})
const rounds = 150
const clients = 8
const loadMs = 6000

const { baseUrl, databaseUrl, stop } = await theServer()
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
const agent = new Agent({ keepAlive: true, maxSockets: clients })
const cases = await createCases()
const endpoint = await startEndpoint()
try {
  const measured = []
  for (const [nth, one] of cases.entries()) {
    const [product, bare] = [() => getProduct(one.path), () => get(`${endpoint.url}/${nth}`, {})]
    const [first, second] = [await product(), await bare()]
    const same = (body: string) => JSON.parse(body, (_, value) => value) as { data?: Listed } & Listed
    const [ours, theirs] = [same(first.body).data, same(second.body)]
    if (ours?.totalRecords !== theirs.totalRecords || ours.transactions.length !== theirs.transactions.length) {
      throw new Error(`${one.name}: the endpoint returned other rows`)
    }
    const alone = await alternate(product, bare)
    // The load on a shared machine varies, so each is measured twice, in turns.
    const loads = [await load(product), await load(bare), await load(product), await load(bare)]
    const [p1 = 0, b1 = 0, p2 = 0, b2 = 0] = loads
    measured.push({ ...one, ...alone, calls: (p1 + p2) / 2, bareCalls: (b1 + b2) / 2 })
  }
  report(measured)
} finally {
  endpoint.stop()
  await client.query('drop table if exists bench_counter')
  await client.end()
  agent.destroy()
  await stop()
}

interface Listed {
  totalRecords: number
  transactions: unknown[]
}

async function theServer() {
  if (options.server && options.database) {
    return { baseUrl: options.server, databaseUrl: options.database, stop: async () => {} }
  }
  const { servers, stop: stopAll } = await startSizedServers([Number(options.transactions)])
  const [server] = servers
  if (!server) throw new Error('No server was started')
  return { baseUrl: server.baseUrl, databaseUrl: server.databaseUrl, stop: stopAll }
}

/** Both serve the same rows; the endpoint's totals are counted beforehand. */
async function createCases() {
  await client.query('set statement_timeout = 0')
  await client.query('create table if not exists bench_counter (name text primary key, n bigint not null)')
  const { rows: found } = await client.query<{ merchant_id: string; since: string; until: string }>(
    `select merchant_id, (max(month) - 100)::text as since, (max(month) - 10)::text as until from count_month
     where mode = 'PRODUCTION' and scope = 'MERCHANT' and type = '*' and category = '*'
       and merchant_id <> '00000000-0000-0000-0000-000000000000'
     group by merchant_id order by sum(n) desc offset 20 limit 1`,
  )
  const [{ merchant_id, since, until } = { merchant_id: '', since: '', until: '' }] = found
  const days = `and created_at >= $1::timestamp at time zone 'Africa/Lagos'
    and created_at < ($2::timestamp + interval '1 day') at time zone 'Africa/Lagos'`
  const questions = [
    { name: 'no filter, 100 rows', query: 'page=1&size=100', where: '', values: [], size: 100 },
    { name: 'no filter, 1,000 rows', query: 'page=1&size=1000', where: '', values: [], size: 1000 },
    {
      name: 'a merchant and days, 100 rows',
      query: `page=1&size=100&merchantId=${merchant_id}&startDate=${since}&endDate=${until}`,
      where: `and merchant_id = $3 ${days}`,
      values: [since, until, merchant_id],
      size: 100,
    },
  ]
  for (const { name, where, values } of questions) {
    await client.query(
      `insert into bench_counter select '${name}', count(*) from transaction
       where mode = 'PRODUCTION' and scope = 'MERCHANT' ${where} on conflict (name) do update set n = excluded.n`,
      values,
    )
  }
  return questions.map(({ name, query, where, values, size }) => ({
    name,
    path: `/transaction/merchant?${query}`,
    question: {
      counter: name,
      rows: shown(`select * from transaction where mode = 'PRODUCTION' and scope = 'MERCHANT' ${where}
        order by created_at desc, id desc limit ${size}`),
      values,
    },
  }))
}

async function startEndpoint() {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./counting-endpoint.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        QUESTIONS: JSON.stringify(cases.map(({ question }) => question)),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), stop: () => void child.kill() }
}

function getProduct(path: string) {
  const token = signCall(session, 'demo-hash-key', { method: 'GET', path, body: '', timestampMs: Date.now() })
  return get(`${baseUrl}/api${path}`, { 'access-token': token, cookie: session.cookie })
}

/** Uses node:http, whose own cost is small compared with the measured times. */
function get(url: string, headers: Record<string, string>): Promise<{ body: string; ms: number }> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ body, ms: performance.now() - begun })
        else reject(new Error(`${url} answered ${response.statusCode}: ${body.slice(0, 200)}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function alternate(product: () => Promise<{ ms: number }>, bare: () => Promise<{ ms: number }>) {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -30; round < rounds; round++) {
    const [productMs, bareMs] = [(await product()).ms, (await bare()).ms]
    if (round < 0) continue
    ours.push(productMs)
    theirs.push(bareMs)
  }
  return { p50: median(ours), bareP50: median(theirs) }
}

/** Returns the calls per second of several clients. */
async function load(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - begun < loadMs) {
      await call()
      done++
    }
  }
  await Promise.all(Array.from({ length: clients }, one))
  return (1000 * done) / (performance.now() - begun)
}

function report(measured: { name: string; p50: number; bareP50: number; calls: number; bareCalls: number }[]): void {
  const lines = measured.map(({ name, p50, bareP50, calls, bareCalls }) =>
    [name, bareP50.toFixed(2), p50.toFixed(2), (p50 / bareP50).toFixed(2), bareCalls.toFixed(0), calls.toFixed(0)]
      .concat((calls / bareCalls).toFixed(2))
      .join(' | '),
  )
  const body = `# A list call compared with a bare endpoint, ${Number(options.transactions).toLocaleString('en')} transactions

One run. The endpoint is node:http and pg with prepared statements; it reads its total from a counter. p50 of ${rounds} calls, one client, in turns;
calls per second of ${clients} clients, which run on the same machine as everything else.

| page | bare p50 ms | product p50 ms | ratio | bare calls/s | product calls/s | ratio |
|---|---|---|---|---|---|---|
${lines.map((line) => `| ${line} |`).join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/list-calls.md'), body)
  process.stdout.write(body)
}
