// Compares every read of the contract with a look-up by id: npm run bench:reads [-- --transactions 2000000]
// Each list without a filter and with each filter alone, each record by its id. Fails if one exceeds its limit.
// With --server and --database it measures a running demo server instead of a new one.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './bench-server.ts'
import { pathsOf, reads } from './read-cases.ts'
import { takeSamples } from './read-samples.ts'
import { fetchPath, serverAt, startFilledServer, timed } from './sized-servers.ts'

const text = { type: 'string' } as const
const { values: options } = parseArgs({
  options: { transactions: { ...text, default: '2000000' }, server: text, database: text },
})
const [warmUps, rounds, moreRounds] = [1, 5, 25]
/** Maximum time of a read, as a multiple of a look-up by id. */
const limit = 8
const limits: Record<string, number> = { '/transaction/story': 4 }
const slowestShown = 20

interface Measured {
  path: string
  ms: number
  ratio: number
  limit: number
}

const { server, stop } = await theServer()
try {
  const samples = await takeSamples(server.client)
  const lookUp = `/transaction/info?transactionId=${samples.ids['transaction']?.[0]}`
  const measured: Measured[] = []
  for (const call of reads) {
    const [plain] = pathsOf(call, samples, [])
    const paths = pathsOf(call, samples, plain === undefined ? [] : listIn(await fetchPath(server, plain)))
    for (const path of paths) {
      const one = await judge(path, lookUp, limits[call.path] ?? limit)
      measured.push(one)
      if (one.ratio > one.limit) process.stderr.write(`${path}: ${one.ms.toFixed(1)} ms, ${one.ratio.toFixed(1)} ×\n`)
    }
    process.stderr.write(`${call.path}: ${paths.length}\n`)
  }
  const { rows } = await server.client.query<{ n: string }>('select count(*) as n from transaction')
  report(measured, Number(rows[0]?.n))
} finally {
  await stop()
}

async function theServer() {
  if (!options.server || !options.database) return await startFilledServer(Number(options.transactions))
  const there = await serverAt(options.server, options.database)
  return { server: there, stop: () => there.client.end() }
}

/** Returns the rows of a list's reply: its first non-empty array. */
function listIn(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply
  if (typeof reply !== 'object' || reply === null) return []
  return (
    Object.values(reply)
      .map(listIn)
      .find((rows) => rows.length > 0) ?? []
  )
}

/** Repeats a slow measurement with more rounds, since other load on the machine may have interfered. */
async function judge(path: string, lookUp: string, limitMs: number): Promise<Measured> {
  const first = await measure(path, lookUp, rounds)
  const { ms, ratio } = first.ratio > limitMs / 2 ? await measure(path, lookUp, moreRounds) : first
  return { path, ms, ratio, limit: limitMs }
}

/** Alternates with the look-up, after warming up both. */
async function measure(path: string, lookUp: string, times: number): Promise<{ ms: number; ratio: number }> {
  const [pathTimes, lookUpTimes]: [number[], number[]] = [[], []]
  for (let round = -warmUps; round < times; round++) {
    const [measured, lookUpMs] = [await timed(server, path), await timed(server, lookUp)]
    if (round < 0) continue
    pathTimes.push(measured)
    lookUpTimes.push(lookUpMs)
  }
  return { ms: median(pathTimes), ratio: median(pathTimes) / median(lookUpTimes) }
}

function report(measured: readonly Measured[], transactions: number): void {
  const table = (some: readonly Measured[]) =>
    some.map((one) => `| \`${one.path}\` | ${one.ms.toFixed(1)} | ${one.ratio.toFixed(1)} | ${one.limit} |`).join('\n')
  const slowest = measured.toSorted((a, b) => b.ratio / b.limit - a.ratio / a.limit)
  const above = slowest.filter(({ ratio, limit: limitMs }) => ratio > limitMs)
  const story = Math.max(
    ...measured.flatMap(({ path, ratio }) => (path.startsWith('/transaction/story') ? [ratio] : [])),
  )
  const body = `# Every read at ${transactions.toLocaleString('en')} transactions

${cpus().length} processors, one client, one run. ${measured.length} reads: every call that reads, lists without a filter and with each filter
alone, each record by its id, over HTTP. Median of ${rounds} calls, each beside a look-up of a transaction by its id (\`/transaction/info\`);
for those that seemed too slow, of ${moreRounds}.

Above the limit: ${above.length === 0 ? 'none' : above.length}. A transaction's explanation takes at most ${story.toFixed(1)} times as long as the look-up.

The slowest:

| read | ms | × look-up by id | limit |
|---|---|---|---|
${table(slowest.slice(0, Math.max(slowestShown, above.length)))}
`
  writeFileSync(join(import.meta.dirname, 'results/reads.md'), body)
  process.stdout.write(body)
  if (above.length > 0) process.exitCode = 1
}
