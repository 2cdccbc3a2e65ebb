// Measures twenty concurrent statements of a large merchant and their effect on other calls: npm run bench:statements
// Uses a fresh demo; each statement covers different days and some 12,000 movements.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { mostHeldMb, resetMostHeld, startBenchServer } from './bench-server.ts'

const statements = 20
const movements = 12_000
const idleRounds = 300
const dayMs = 86_400_000

const ordered = z.object({ data: z.object({ statementURL: z.string(), csvURL: z.string() }) })

const { baseUrl, databaseUrl, pid, stop } = await startBenchServer()
try {
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const get = async (path: string) => {
    const token = signCall(session, 'demo-hash-key', { method: 'GET', path, body: '', timestampMs: Date.now() })
    const response = await fetch(`${baseUrl}/api${path}`, {
      headers: { 'access-token': token, cookie: session.cookie },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text
  }
  const { merchantId, firstDay } = await largeMerchant()
  const light = `/merchant/info?merchantId=${merchantId}`
  const timeLight = async () => {
    const begun = performance.now()
    await get(light)
    await sleep(20)
    return performance.now() - begun - 20
  }

  const idle: number[] = []
  for (let round = -20; round < idleRounds; round++) {
    const took = await timeLight()
    if (round >= 0) idle.push(took)
  }
  // Sign-in and filling the demo used more memory than the server holds now.
  resetMostHeld(pid)
  const before = mostHeldMb(pid)
  const begun = performance.now()
  // Each begins a day earlier than the one before, which adds only a few movements.
  const orders = await Promise.all(
    Array.from({ length: statements }, async (_, index) => {
      const days = `startDate=${day(Date.parse(firstDay) - index * dayMs)}&endDate=${day(Date.now())}`
      return ordered.parse(JSON.parse(await get(`/statement/admin/download?merchantId=${merchantId}&${days}`))).data
    }),
  )
  const respondedMs = performance.now() - begun
  const busy: number[] = []
  let waiting = orders.map(({ statementURL }) => statementURL)
  while (waiting.length > 0) {
    for (let round = 0; round < 20; round++) busy.push(await timeLight())
    const listTimes = await Promise.all(
      waiting.map(async (address) => {
        const response = await fetch(new URL(address, baseUrl), { headers: { accept: 'application/json' } })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`${address} answered ${response.status}`)
        return response.status === 202 ? [address] : []
      }),
    )
    waiting = listTimes.flat()
  }
  report({ idle, busy, before, maxMs: mostHeldMb(pid), respondedMs, generatedMs: performance.now() - begun })
} finally {
  await stop()
}

/** Returns the merchant with the most movements, and the day since when it has had some 12,000. */
async function largeMerchant() {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  try {
    const { rows } = await client.query<{ merchant_id: string; at: Date }>(
      `with largest as (
         select a.id, a.merchant_id from account a join entry e on e.account_id = a.id join merchant m on m.id = a.merchant_id
         where a.kind = 'MERCHANT' and m.mode = 'PRODUCTION' group by a.id order by count(*) desc limit 1)
       select largest.merchant_id, at from entry join largest on largest.id = entry.account_id
       order by at desc limit 1 offset least($1, (select count(*) - 1 from entry join largest on largest.id = entry.account_id))`,
      [movements],
    )
    const [first] = rows
    if (!first) throw new Error('The demo has no merchant with movements')
    return { merchantId: first.merchant_id, firstDay: first.at.toISOString() }
  } finally {
    await client.end()
  }
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

interface Measured {
  idle: number[]
  busy: number[]
  before: number
  maxMs: number
  respondedMs: number
  generatedMs: number
}

function report({ idle, busy, before, maxMs, respondedMs, generatedMs }: Measured): void {
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
  const ratio = at(busy, 0.95) / at(idle, 0.95)
  const text = `# Twenty concurrent statements

${cpus().length} processors run the server, its database and this benchmark. ${statements} statements of the demo's largest merchant are requested
concurrently, each of about ${movements.toLocaleString('en')} movements, as PDF and as CSV.

| | | at most |
|---|---|---|
| URLs of all returned after | ${(respondedMs / 1000).toFixed(1)} s | |
| all generated after | ${(generatedMs / 1000).toFixed(1)} s | |
| memory of the server before | ${before.toFixed(0)} MB | |
| peak memory of the server | ${maxMs.toFixed(0)} MB | 450 MB |
| p95 of a light call meanwhile, × idle | ${ratio.toFixed(1)} | 5 |

\`GET /merchant/info\`, one client, milliseconds of the whole call:

| | p50 | p95 | calls |
|---|---|---|---|
| idle | ${at(idle, 0.5).toFixed(1)} | ${at(idle, 0.95).toFixed(1)} | ${idle.length} |
| meanwhile | ${at(busy, 0.5).toFixed(1)} | ${at(busy, 0.95).toFixed(1)} | ${busy.length} |
`
  writeFileSync(join(import.meta.dirname, 'results/statements.md'), text)
  process.stdout.write(text)
}
