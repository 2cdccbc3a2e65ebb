// How fast a large batch of payouts is checked and sent, and what the lists feel of it: npm run bench:bulk [-- items]
// Uploads the batch in a server's own fresh demo world, whose switch answers after 50 ms, and times a list idle and meanwhile.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { freePort, startBenchServer } from './bench-server.ts'

const root = join(import.meta.dirname, '..')
const items = Number(process.argv[2] ?? 10_000)
const latencyMs = 50
const idleRounds = 400
const list = '/transaction/merchant?page=1&size=100'

const uploaded = z.object({ reference: z.string() })
const progress = z.object({
  data: z.object({ batch: z.object({ status: z.string() }), totals: z.record(z.string(), z.number()) }),
})

const simulatorPort = await freePort()
const { baseUrl, dataDir, stop } = await startBenchServer({ SIMULATOR_PORT: String(simulatorPort) })
try {
  const behaviour = { latencyMs, transfers: { approved: 1 }, nameFailures: 0, hookFailures: 0, hookSilences: 0 }
  const told = await fetch(`http://127.0.0.1:${simulatorPort}/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  })
  if (!told.ok) throw new Error(`The simulated switch answered ${told.status}`)
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const ask = async (path: string) => {
    const token = signCall(session, 'demo-hash-key', { method: 'GET', path, body: '', timestampMs: Date.now() })
    const answer = await fetch(`${baseUrl}/api${path}`, { headers: { 'access-token': token, cookie: session.cookie } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return text
  }
  const timeList = async () => {
    const begun = performance.now()
    await ask(list)
    return performance.now() - begun
  }

  const idle: number[] = []
  for (let round = -20; round < idleRounds; round++) {
    const took = await timeList()
    if (round >= 0) idle.push(took)
    await sleep(20)
  }

  const command = join(root, 'server/src/demo/batch-command.ts')
  const begun = performance.now()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', command, '--items', String(items)],
    { cwd: root, env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: new URL(baseUrl).port } },
  )
  const { reference } = uploaded.parse(JSON.parse(stdout))
  const opened = performance.now()
  const busy: number[] = []
  let checked = 0
  let totals: Record<string, number> = {}
  for (let look = opened; ; ) {
    busy.push(await timeList())
    await sleep(20)
    if (performance.now() - look < 1_000) continue
    look = performance.now()
    const answer = await ask(`/admin/payout/bulk/items?batchReference=${reference}&page=1&size=1`)
    const { data } = progress.parse(JSON.parse(answer))
    totals = data.totals
    if (checked === 0 && data.batch.status !== 'UPLOADED') checked = look
    if (data.batch.status === 'COMPLETED') break
  }
  report({ idle, busy, upload: opened - begun, check: checked - opened, send: performance.now() - checked, totals })
} finally {
  await stop()
}

interface Measured {
  idle: number[]
  busy: number[]
  upload: number
  check: number
  send: number
  totals: Record<string, number>
}

function report({ idle, busy, upload, check, send, totals }: Measured): void {
  const rate = (ms: number) => Math.round(items / (ms / 1000))
  const row = (name: string, ms: number) => `| ${name} | ${(ms / 1000).toFixed(1)} | ${rate(ms).toLocaleString('en')} |`
  const at = (times: number[], share: number) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
  const ended = Object.entries(totals).map(([status, count]) => `${count.toLocaleString('en')} ${status}`)
  const text = `# A batch of ${items.toLocaleString('en')} payouts

${cpus().length} processors hold the server, its database, the simulated switch and this measurement. The switch answers
after ${latencyMs} ms and is asked twice for the name and once to pay, item by item.

| step | seconds | items per second |
|---|---|---|
${row('upload, with the start of the command', upload)}
${row('check, with a name enquiry for each', check)}
${row('send, until the last one has ended', send)}

In the end: ${ended.join(', ')}.

\`GET ${list}\`, one client, milliseconds of the whole call:

| | p50 | p95 | calls |
|---|---|---|---|
| idle | ${at(idle, 0.5)} | ${at(idle, 0.95)} | ${idle.length} |
| while the batch is checked and sent | ${at(busy, 0.5)} | ${at(busy, 0.95)} | ${busy.length} |
`
  writeFileSync(join(root, 'bench/results/bulk-payouts.md'), text)
  process.stdout.write(text)
}
