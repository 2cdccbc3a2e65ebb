// Measures what sealing the audit costs writers, and how long its check takes: npm run bench:seals [-- --rows 1000000]
// On a fresh demo. Sealing is paused by holding the claim of its job; both states alternate in one run.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { median, startBenchServer } from './bench-server.ts'
import { pauseJob, resumeJob } from './job-claims.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const root = join(import.meta.dirname, '..')
const added = Number(options.rows)
const [writers, pairs, phaseMs] = [20, 16, 12_000]

const { baseUrl, databaseUrl, dataDir, stop } = await startBenchServer({ DEMO_TRANSACTIONS: '10000' })
const client = new pg.Client({ connectionString: databaseUrl('postgres').replace(/postgres$/, 'kobo') })
// Reports the first failure, not the connection error when the server is stopped afterwards.
client.on('error', () => {})
try {
  await client.connect()
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const { rows: merchants } = await client.query<{ id: string }>(
    "select id from merchant where mode = 'PRODUCTION' order by id limit $1",
    [writers],
  )
  const times = { on: [] as number[], off: [] as number[] }
  const ratios: number[] = []
  for (let pair = -1; pair < pairs; pair++) {
    const took = { on: 0, off: 0 }
    for (const state of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      if (state === 'off') await pauseJob(client, 'seal-audit')
      const until = performance.now() + phaseMs
      const of = await Promise.all(merchants.map(({ id }) => write(session, id, until)))
      took[state] = median(of.flat())
      await resumeJob(client, 'seal-audit')
      // Otherwise the next phase would seal for this one, too.
      await allSealed()
    }
    // The first calls compile.
    if (pair < 0) continue
    times.on.push(took.on)
    times.off.push(took.off)
    ratios.push(took.on / took.off)
  }

  const copyUrl = await copyDatabase()
  await addRows()
  await allSealed()
  await client.query('vacuum analyze audit, audit_sealed, audit_seal, audit_proof')
  const scans: number[] = []
  const checks: number[] = []
  for (let round = 0; round < 5; round++) {
    const started = performance.now()
    await client.query("select count(sha256(convert_to(audit::text, 'UTF8'))) from audit")
    scans.push(performance.now() - started)
    checks.push(verifyMs(databaseUrl()) - verifyMs(copyUrl))
  }
  const [scan, verify] = [median(scans), median(checks)]
  const text = `# Audit seals

${writers} writers over HTTP change a setting each, sealing on and off in turn, ${pairs} times ${phaseMs / 1000} s each;\nthe ratio is the median of those of neighbours. The check is \`npm run verify\` after ${added.toLocaleString('en')} audit
records were added, less its time without them; the scan reads all audit records in PostgreSQL and hashes each. Milliseconds, medians.

| | without | with | ratio |
|---|---|---|---|
| p50 of a write: sealing | ${median(times.off).toFixed(2)} | ${median(times.on).toFixed(2)} | ${median(ratios).toFixed(2)} |
| checking ${added.toLocaleString('en')} records: a bare scan, all seals and proofs | ${scan.toFixed(0)} | ${verify.toFixed(0)} | ${(verify / scan).toFixed(2)} |
`
  writeFileSync(join(root, 'bench/results/audit-seals.md'), text)
  process.stdout.write(text)
} finally {
  await client.end()
  await stop()
}

/** Changes a flag of a merchant back and forth until an instant; returns the milliseconds of each call. */
async function write(
  session: Awaited<ReturnType<typeof signIn>>,
  merchantId: string,
  until: number,
): Promise<number[]> {
  const path = '/merchant/configuration'
  const took: number[] = []
  for (let on = true; performance.now() < until; on = !on) {
    const body = JSON.stringify({ merchantId, autoSettlement: on })
    const token = signCall(session, 'demo-hash-key', { method: 'PATCH', path, body, timestampMs: Date.now() })
    const begun = performance.now()
    const response = await fetch(`${baseUrl}/api${path}`, {
      method: 'PATCH',
      headers: { 'access-token': token, cookie: session.cookie, 'content-type': 'application/json' },
      body,
    })
    await response.text()
    took.push(performance.now() - begun)
    if (!response.ok) throw new Error(`${path} responded ${response.status}`)
  }
  return took
}

/** Copies recent records until the wanted number is reached, as if they had been written within the last half hour. */
async function addRows(): Promise<void> {
  await client.query(
    `
    insert into audit
    select (lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint - number * 1800000 / $1), 12, '0') || '7'
        || substr(md5(number::text), 1, 19))::uuid as id,
      to_timestamp((floor(extract(epoch from now()) * 1000)::bigint - number * 1800000 / $1) / 1000.0::float8),
      staff_id, session_id, mode, action, record_type, record_id, merchant_id, before, after, reason, request_id, address,
      user_agent, maker_id, proposal_id
    from generate_series(1, $1::bigint) as number
    join (select *, row_number() over (order by id desc) as place from audit order by id desc limit 1000) as recent
      on place = number % 1000 + 1`,
    [added],
  )
}

/** Waits until no record waits for a seal. */
async function allSealed(): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waits: boolean }>(
      'select exists (select from audit where not exists (select from audit_sealed where audit_id = id)) as waits',
    )
    if (!rows[0]?.waits) return
    await sleep(2_000)
  }
}

/** Copies the database before the records are added; returns its URL. */
async function copyDatabase(): Promise<string> {
  await client.query('create database before_records owner kobo')
  const url = databaseUrl().replace(/kobo$/, 'before_records')
  run('db:export', { DATABASE_URL: databaseUrl() }, url)
  return url
}

function verifyMs(url: string): number {
  const started = performance.now()
  run('verify', { DATABASE_URL: url, SECRET: readFileSync(join(dataDir, 'secret'), 'utf8') })
  return performance.now() - started
}

function run(script: string, environment: object, ...args: string[]): void {
  execFileSync('npm', ['run', script, '--', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  })
}
