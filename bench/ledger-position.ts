// Whether ledger positions, entries and profit stay flat as the ledger grows: npm run bench:ledger [-- --sizes 100000,1000000]
// Both sizes span the same months, each in its own database; calls alternate between them.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './bench-server.ts'
import { type SizedServer, startSizedServers, timed } from './sized-servers.ts'

const { values: options } = parseArgs({ options: { sizes: { type: 'string', default: '100000,1000000' } } })
const sizes = options.sizes.split(',').map(Number)
const [warmUps, rounds] = [10, 80]
const float = '00000000-0000-7000-8000-000000000011'

const { servers, stop } = await startSizedServers(sizes)
try {
  const [small, large] = servers
  if (!small || !large) throw new Error('Two sizes are required')
  const questions = await theQuestions(large)
  const lines: string[] = []
  for (const [name, path] of questions) {
    const times = new Map(servers.map((server) => [server, [] as number[]]))
    for (let round = -warmUps; round < rounds; round++) {
      for (const server of servers) {
        const ms = await timed(server, path)
        if (round >= 0) times.get(server)?.push(ms)
      }
    }
    const [few, many] = [small, large].map((server) => median(times.get(server) ?? []))
    const ratio = (many ?? 0) / (few ?? 1)
    lines.push(`| ${name} | ${few?.toFixed(1)} | ${many?.toFixed(1)} | ${ratio.toFixed(2)} |`)
    console.log(lines.at(-1))
  }
  report(lines)
} finally {
  await stop()
}

/** Returns each page at its beginning, on a past day, and deep in it. */
async function theQuestions({ client }: SizedServer): Promise<[name: string, path: string][]> {
  const { rows } = await client.query<{ day: string; merchant: string }>(
    `select (now() at time zone 'Africa/Lagos' - interval '200 days')::date::text as day,
       (select merchant_id from profit group by merchant_id order by count(*) desc limit 1) as merchant`,
  )
  const [{ day, merchant } = { day: '', merchant: '' }] = rows
  // The same depth in both, within the range of the smaller one.
  const deep = Math.floor(Math.min(...sizes) / 300)
  return [
    ['merchants, today', '/admin/ledger/merchants?page=1&size=100'],
    ['merchants, 200 days ago', `/admin/ledger/merchants?page=1&size=100&date=${day}`],
    ['wallets, 200 days ago, page 50', `/admin/ledger/wallets?page=50&size=100&date=${day}`],
    ['provider, 200 days ago', `/admin/ledger/provider?page=1&size=100&date=${day}`],
    ['entries of the float, newest', `/admin/ledger/entries?accountId=${float}&page=1&size=100`],
    ['entries of the float, deep', `/admin/ledger/entries?accountId=${float}&page=${deep}&size=100`],
    ['balance of the float per day', `/admin/ledger/series?accountId=${float}&days=90`],
    ['profit, newest', '/admin/profit?page=1&size=100'],
    ['profit, deep', `/admin/profit?page=${deep}&size=100`],
    ['profit since a day', `/admin/profit?page=1&size=100&startDate=${day}`],
    ['profit of the largest merchant', `/admin/profit?page=1&size=100&merchantId=${merchant}&startDate=${day}`],
    ['profit per day', '/admin/profit/series?days=90'],
  ]
}

function report(lines: readonly string[]): void {
  const [few, many] = sizes.map((size) => size.toLocaleString('en'))
  const text = `# Ledger positions, entries and profit

\`npm run bench:ledger -- --sizes ${sizes.join(',')}\` on ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}. Milliseconds of a call, the median of
${rounds}; both ledgers span the same 24 months, and the calls take turns. The goal: at most 1.5 times as long with many as with few.

| Page | ${few} transactions | ${many} transactions | ratio |
|---|---|---|---|
${lines.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/ledger-position.md'), text)
}
