// Measures what a replica saves the primary: npm run bench:replica [-- --transactions 100000 --rounds 6]
// Two servers on equal databases of one primary, only one of them with REPLICA_URL, measured in turns. Needs an installed PostgreSQL.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract } from '@kobo/contract'
import pg from 'pg'
import { z } from 'zod'
import { median, startBenchServer } from './bench-server.ts'
import { startPostgresPair } from './postgres-pair.ts'
import { fetchPath, generate, secret, type SizedServer, serverAt, skipLedgerCheck, written } from './sized-servers.ts'

const text = { type: 'string' } as const
const { values: options } = parseArgs({
  options: { transactions: { ...text, default: '100000' }, rounds: { ...text, default: '6' } },
})
const rounds = Number(options.rounds)
const operators = 4
const pageRows = 20
const [settleMs, idleMs, pollMs] = [20_000, 4_000, 200]
/** Transactions of the demo itself; the others are generated, which is faster. */
const demoTransactions = 10_000

/** Pages of 20 rows that operators look at. */
const lists = [
  '/transaction/merchant?page=1&size=20',
  '/transaction/merchant?page=1&size=20&type=DEBIT',
  '/transaction/merchant?page=3&size=20',
  '/merchant?page=1&size=20',
  '/admin/virtual-accounts?page=1&size=20',
]
const audit = '/admin/audit?page=1&size=20'

/** What operators do, and the number of each in a round of all together. */
const shares = { list: 120, audit: 20, record: 40, write: 20, export: 1, statement: 1 }
type Work = keyof typeof shares
const works = Object.keys(shares) as Work[]
const kinds = [...works, 'together'] as const
type Kind = (typeof kinds)[number]
const isRead = (work: Work) => work !== 'write'
/** Numbers of a round of one kind alone. */
const alone: Record<Work, number> = { list: 120, audit: 120, record: 200, write: 100, export: 2, statement: 2 }

const listed = z.object({ data: z.record(z.string(), z.unknown()) })
const download = z.object({ status: z.string(), rows: z.number(), totalRecords: z.number() })
const downloads = z.object({ data: z.object({ downloads: z.array(download) }) })
const statement = z.object({ data: z.object({ statementURL: z.string(), csvURL: z.string() }) })

const side = ['without', 'with'] as const
type Side = (typeof side)[number]

/** A server with or without the replica, and its operators' sessions. */
interface Measured {
  sessions: SizedServer[]
  samples: Samples
  /** Number of exports and statements so far, each of which differs from the one before. */
  ordered: { export: number; statement: number }
}

interface Samples {
  transactions: string[]
  merchants: string[]
  /** The merchant with the most transactions, and their number. */
  largest: { id: string; transactions: number }
}

/** Milliseconds of processor time. */
interface Cost {
  primary: number
  replica: number
}

type Doing = (session: SizedServer, measured: Measured, place: number) => Promise<void>

const does: Record<Work, Doing> = {
  list: (session, _measured, place) => readRows(session, lists[place % lists.length] ?? ''),
  audit: (session) => readRows(session, audit),
  async record(session, { samples }, place) {
    const id = samples.transactions[place % samples.transactions.length] ?? ''
    const reply = JSON.stringify(await fetchPath(session, `${contract.transactions.info.path}?transactionId=${id}`))
    if (!reply.includes(id)) throw new Error(`The reply does not show transaction ${id}`)
  },
  async write(session, { samples }, place) {
    const recordId = samples.merchants[place % samples.merchants.length] ?? ''
    const { path, method } = contract.watches.change
    if (method !== 'PUT') throw new Error(`${path} has another method`)
    for (const isWatching of [true, false]) {
      await written(session, path, { recordType: 'merchant', recordId, isWatching }, method)
    }
  },
  export: makeExport,
  statement: makeStatement,
}

const pair = await startPostgresPair()
const stops: (() => Promise<unknown>)[] = [pair.stop]
try {
  const servers = await startServers()
  report(await measure(servers))
} finally {
  for (const stop of stops.toReversed()) await stop()
}

async function startServers(): Promise<Record<Side, Measured>> {
  const common = { DEMO: '1', SECRET: secret, DEMO_TRANSACTIONS: String(demoTransactions) }
  const maker = await startBenchServer({ ...common, DATABASE_URL: pair.primaryUrl('kobo') })
  await maker.stop()
  await generate(pair.primaryUrl('kobo'), Number(options.transactions) - demoTransactions)
  const client = new pg.Client({ connectionString: pair.primaryUrl('kobo') })
  await client.connect()
  await skipLedgerCheck(client)
  await client.query('vacuum analyze')
  await client.end()
  await pair.onPrimary('create database replicated owner kobo template kobo')
  await pair.addReplica()
  const without = await startBenchServer({ ...common, DATABASE_URL: pair.primaryUrl('kobo') })
  stops.push(without.stop)
  const databases = { DATABASE_URL: pair.primaryUrl('replicated'), REPLICA_URL: pair.replicaUrl('replicated') }
  const helped = await startBenchServer({ ...common, ...databases })
  stops.push(helped.stop)
  return {
    without: await signInAll(without.baseUrl, pair.primaryUrl('kobo')),
    with: await signInAll(helped.baseUrl, pair.primaryUrl('replicated')),
  }
}

async function signInAll(baseUrl: string, databaseUrl: string): Promise<Measured> {
  const sessions: SizedServer[] = []
  for (let operator = 0; operator < operators; operator++) {
    const session = await serverAt(baseUrl, databaseUrl)
    sessions.push(session)
    stops.push(() => session.client.end())
  }
  const [first] = sessions
  if (!first) throw new Error('Nobody signed in')
  return { sessions, samples: await takeSamples(first), ordered: { export: 0, statement: 0 } }
}

async function takeSamples({ client }: SizedServer): Promise<Samples> {
  const ids = async (table: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where mode = 'PRODUCTION' order by id desc limit 50`,
    )
    return rows.map(({ id }) => id)
  }
  const { rows } = await client.query<{ id: string; transactions: number }>(
    `select merchant_id as id, count(*)::int as transactions from transaction
    where mode = 'PRODUCTION' and scope = 'MERCHANT' group by merchant_id order by count(*) desc limit 1`,
  )
  const [largest] = rows
  if (!largest) throw new Error('The demo has no transactions')
  return { transactions: await ids('transaction'), merchants: await ids('merchant'), largest }
}

interface Results {
  /** Costs of the rounds, by what was done, above those of the time without calls. */
  costs: Record<Kind, Record<Side, Cost[]>>
  /** Shares of a processor that they take without calls. */
  rest: Cost
  fromReplica: number
  fromPrimary: number
}

async function measure(servers: Record<Side, Measured>): Promise<Results> {
  const none = () => ({ without: [] as Spent[], with: [] as Spent[] })
  const spent = Object.fromEntries(kinds.map((kind) => [kind, none()])) as Record<Kind, Record<Side, Spent[]>>
  for (const name of side) for (const kind of kinds) await carryOut(servers[name], planOf(kind))
  await sleep(settleMs)
  const [helped] = servers.with.sessions
  if (!helped) throw new Error('Nobody signed in')
  const before = await readsServed(helped)
  const idle: Spent[] = []
  for (let round = 0; round < rounds; round++) {
    idle.push(await spentIn(() => sleep(idleMs)))
    for (const kind of kinds) {
      // The first of a pair in one round is the second in the next.
      for (const name of round % 2 === 0 ? side : side.toReversed()) {
        spent[kind][name].push(await spentIn(() => carryOut(servers[name], planOf(kind))))
      }
    }
    process.stderr.write(`Round ${round + 1} of ${rounds}: ${describeRatio(spent.together)}\n`)
  }
  const after = await readsServed(helped)
  const perMs = (database: keyof Cost) => median(idle.map((span) => span[database] / span.ms))
  const rest = { primary: perMs('primary'), replica: perMs('replica') }
  const aboveRest = (spans: Spent[]): Cost[] =>
    spans.map(({ primary, replica, ms }) => ({
      primary: primary - rest.primary * ms,
      replica: replica - rest.replica * ms,
    }))
  const costs = Object.fromEntries(
    kinds.map((kind) => [kind, { without: aboveRest(spent[kind].without), with: aboveRest(spent[kind].with) }]),
  ) as Results['costs']
  return { costs, rest, fromReplica: after.replica - before.replica, fromPrimary: after.primary - before.primary }
}

/** What both databases took in a span of time. */
interface Spent extends Cost {
  ms: number
}

async function spentIn(work: () => Promise<unknown>): Promise<Spent> {
  const [before, begun] = [pair.used(), performance.now()]
  await work()
  const [after, ms] = [pair.used(), performance.now() - begun]
  return { primary: after.primary - before.primary, replica: after.replica - before.replica, ms }
}

/** Returns how many reads the replica and the primary have served so far. */
async function readsServed({ baseUrl }: SizedServer): Promise<{ replica: number; primary: number }> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  const of = (database: string) =>
    Number(new RegExp(`^kobo_list_reads_total\\{database="${database}"\\} (\\d+)`, 'm').exec(metrics)?.[1])
  return { replica: of('replica'), primary: of('primary') }
}

/** Returns the work of a round: one kind alone, or all mixed evenly. */
function planOf(kind: Kind): Work[] {
  if (kind !== 'together') return Array.from({ length: alone[kind] }, () => kind)
  return works
    .flatMap((work) => Array.from({ length: shares[work] }, (_, n) => ({ work, at: (n + 0.5) / shares[work] })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ work }) => work)
}

/** Lets all operators work at once until everything is done. Throws at the first result that is not as expected. */
async function carryOut(measured: Measured, plan: readonly Work[]): Promise<void> {
  let next = 0
  await Promise.all(
    measured.sessions.map(async (session) => {
      for (let place = next++; place < plan.length; place = next++) {
        const work = plan[place]
        if (work) await does[work](session, measured, place)
      }
    }),
  )
}

async function readRows(session: SizedServer, path: string): Promise<void> {
  const { data } = listed.parse(await fetchPath(session, path))
  const rows = Object.values(data).find(Array.isArray)
  if (rows?.length !== pageRows) throw new Error(`${path} has ${rows?.length ?? 'no'} rows instead of ${pageRows}`)
}

/** Orders an export of the largest merchant's transactions, and waits until it is complete. */
async function makeExport(session: SizedServer, { samples, ordered }: Measured): Promise<void> {
  const place = `bench ${++ordered.export}`
  const { id, transactions } = samples.largest
  await written(session, contract.downloads.order.path, {
    place,
    list: 'payouts',
    words: [],
    call: contract.transactions.merchantList.path,
    query: { merchantId: id },
    columns: ['createdAt', 'reference', 'amount', 'status'],
    format: 'csv',
  })
  const query = new URLSearchParams({ place })
  for (;;) {
    await sleep(pollMs)
    const reply = downloads.parse(await fetchPath(session, `${contract.downloads.mine.path}?${query}`))
    const [file] = reply.data.downloads
    if (!file || file.status === 'FAILED') throw new Error('An export failed')
    if (file.status !== 'READY') continue
    if (file.rows !== transactions) throw new Error(`An export has ${file.rows} rows instead of ${transactions}`)
    return
  }
}

/** Orders a statement of the largest merchant, and waits until its movements can be downloaded. */
async function makeStatement(session: SizedServer, { samples, ordered }: Measured): Promise<void> {
  // The same period would return the same statement; so each begins a day earlier.
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const period = { startDate: day(60 + ordered.statement++), endDate: day(1) }
  const query = new URLSearchParams({ merchantId: samples.largest.id, ...period })
  const order = statement.parse(await fetchPath(session, `${contract.statements.download.path}?${query}`))
  if (order.data.statementURL === order.data.csvURL) throw new Error('A statement is too long for a PDF')
  for (;;) {
    await sleep(pollMs)
    const response = await fetch(new URL(order.data.csvURL, session.baseUrl), { headers: { accept: 'text/csv' } })
    const csv = await response.text()
    if (response.status === 202) continue
    if (!response.ok) throw new Error(`A statement failed with ${response.status}`)
    if (csv.split('\n').length < 100) throw new Error('A statement has less than 100 movements')
    return
  }
}

function sumOf(costs: readonly Cost[], database: keyof Cost): number {
  return costs.reduce((sum, cost) => sum + cost[database], 0)
}

/** The primary's time with the replica as a share of that without it, and its range over the rounds. */
function describeRatio(costs: Record<Side, Cost[]>): string {
  const each = costs.with.map(({ primary }, round) => primary / (costs.without[round]?.primary ?? Number.NaN))
  const ratio = sumOf(costs.with, 'primary') / sumOf(costs.without, 'primary')
  return `${ratio.toFixed(2)} (${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)})`
}

function report({ costs, rest, fromReplica, fromPrimary }: Results): void {
  const names: Record<Work, string> = {
    list: 'pages of a list',
    audit: 'the audit page',
    record: 'a record (primary only)',
    write: 'watching a record and no longer, two writes (primary only)',
    export: 'an export as CSV',
    statement: 'a statement as PDF and CSV',
  }
  const row = (name: string, of: Record<Side, Cost[]>, number: number) => {
    const perCall = (where: Side, database: keyof Cost) => (sumOf(of[where], database) / (number * rounds)).toFixed(2)
    const cells = [perCall('without', 'primary'), perCall('with', 'primary'), perCall('with', 'replica')]
    return `| ${[name, ...cells, describeRatio(of)].join(' | ')} |`
  }
  const reads = works.filter(isRead).reduce((sum, work) => sum + shares[work], 0)
  const perThousand = (where: Side, database: keyof Cost) =>
    `${(sumOf(costs.together[where], database) / (reads * rounds)).toFixed(2)} s`
  const table = works.map((work) => row(names[work], costs[work], alone[work]))
  const body = `# The primary's processor time with a replica

${cpus().length} processors run a primary, its replica, two servers and this benchmark. Both servers have a database of ${Number(options.transactions).toLocaleString('en')} transactions on the
same primary, one a copy of the other; one of them has \`REPLICA_URL\`. ${operators} operators at once carry out the same work on each in turns, in ${rounds} rounds. Only
complete work counts: status 200, full pages of ${pageRows} rows, every row of an export, a statement that can be downloaded. Counted is the processor time of all
of PostgreSQL's processes, the sender to the replica included, without what they take when idle (${(100 * rest.primary).toFixed(1)} % of a processor on the primary, ${(100 * rest.replica).toFixed(1)} % on the replica).

A mixed round is ${works.map((work) => `${shares[work]} × ${work}`).join(', ')}. For 1,000 reads of it, with the writes beside them:

| | without replica | with replica | ratio, and its range over the rounds |
|---|---|---|---|
| processor time of the primary | ${perThousand('without', 'primary')} | ${perThousand('with', 'primary')} | ${describeRatio(costs.together)} |
| of the replica, which replays in both cases | ${perThousand('without', 'replica')} | ${perThousand('with', 'replica')} | |

Of the reads that it may serve (lists, the audit page, exports and statements, of all rounds) the replica served ${((100 * fromReplica) / (fromReplica + fromPrimary)).toFixed(1)} % (${fromReplica.toLocaleString('en')} of ${(fromReplica + fromPrimary).toLocaleString('en')}).

Each kind alone, in milliseconds of processor time each:

| | primary without replica | primary with replica | replica | ratio of the primary, and its range |
|---|---|---|---|---|
${table.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/replica.md'), body)
  process.stdout.write(body)
}
