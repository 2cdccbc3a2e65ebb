// Measures the merchant list's search as merchants grow: npm run bench:search
// Adds merchants to a fresh demo up to 100,000 and times the real calls, as ratios in one run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { signIn } from '../tools/api-sign-in.ts'
import { signCall } from '../tools/sign-call.ts'
import { median, startBenchServer } from './bench-server.ts'

const root = join(import.meta.dirname, '..')
const target = 100_000
const rounds = 60

const questions = {
  'first page, no search': '/merchant?page=1&size=100',
  'page 20, no search': '/merchant?page=20&size=100',
  'a common word (adire)': '/merchant?page=1&size=100&search=adire',
  'a rare name (talking drum)': '/merchant?page=1&size=100&search=talking%20drum',
  'two letters (ka)': '/merchant?page=1&size=100&search=ka',
  'nothing found': '/merchant?page=1&size=100&search=qqqqq',
}

const { baseUrl, databaseUrl, stop } = await startBenchServer()
try {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  // Reports the first failure, not the connection error when the server is stopped afterwards.
  client.on('error', () => {})
  await client.query('analyze')
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const small = await measure(session)
  await grow(client)
  const large = await measure(session)
  report(small, large, await plans(client))
  await client.end()
} finally {
  await stop()
}

/** Returns the median milliseconds of each call over HTTP, sequential and warm. */
async function measure(session: Awaited<ReturnType<typeof signIn>>) {
  const medians: Record<string, number> = {}
  for (const [name, path] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = -5; round < rounds; round++) {
      const token = signCall(session, 'demo-hash-key', { method: 'GET', path, body: '', timestampMs: Date.now() })
      const begun = performance.now()
      const response = await fetch(`${baseUrl}/api${path}`, {
        headers: { 'access-token': token, cookie: session.cookie },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      if (round >= 0) times.push(performance.now() - begun)
    }
    medians[name] = median(times)
  }
  return medians
}

/** Adds merchants with names shuffled word by word from existing ones. */
async function grow(client: pg.Client): Promise<void> {
  await client.query(`
    insert into merchant (id, mode, created_at, prefix, business_name, email, verified, status)
    select (lpad(to_hex((extract(epoch from made.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
             || substr(md5(n::text), 4, 15))::uuid, 'PRODUCTION', made.at, 'MORE',
           split_part(one.business_name, ' ', 1) || ' ' || coalesce(nullif(split_part(two.business_name, ' ', 2), ''), 'House') || ' ' || n,
           'm' || n || '@more.example',
           (array['NOT_SUBMITTED', 'SUBMITTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'REJECTED'])[1 + n % 6], 'INACTIVE'
    from generate_series(1, ${target} - (select count(*) from merchant)::int) as n
    cross join lateral (select date_trunc('second', now()) - n * interval '7 minutes' as at) as made
    join (select business_name, row_number() over (order by id) - 1 as at from merchant where mode = 'PRODUCTION') one on one.at = n % 2500
    join (select business_name, row_number() over (order by id) - 1 as at from merchant where mode = 'PRODUCTION') two on two.at = (n * 7) % 2500`)
  // Counter deltas in the form in which the server writes them, to be folded.
  await client.query(`
    insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
    select gen_random_uuid(), mode, 'KYC', '00000000-0000-0000-0000-000000000000', verified, '*', '1970-01-01', count(*), 0, 0
    from merchant where prefix = 'MORE' group by mode, verified`)
  await client.query('vacuum analyze merchant')
}

/** Returns PostgreSQL's plans for the two statements of a search. */
async function plans(client: pg.Client): Promise<string> {
  const where = "mode = 'PRODUCTION' and lower(business_name) like '%talking drum%'"
  const statements = [
    `select count(*), count(*) filter (where verified = 'ACCEPTED') from merchant where ${where}`,
    `select id, business_name from merchant where ${where} order by lower(business_name) like 'talking drum%' desc, created_at desc, id desc limit 100`,
  ]
  const lines: string[] = []
  for (const statement of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${statement}`)
    lines.push(statement, ...rows.map((row) => `  ${row['QUERY PLAN']}`), '')
  }
  return lines.join('\n')
}

function report(small: Record<string, number>, large: Record<string, number>, plan: string): void {
  const rows = Object.keys(questions).map((name) => {
    const [before, after] = [small[name] ?? Number.NaN, large[name] ?? Number.NaN]
    return `| ${name} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(after / before).toFixed(2)} |`
  })
  const text = `# Merchant search, 2,500 and ${target.toLocaleString('en')} merchants

Median milliseconds of the whole call over HTTP (signed, ${rounds} rounds, one client), both sizes in one run.

| query | 2,500 | ${target.toLocaleString('en')} | ratio |
|---|---|---|---|
${rows.join('\n')}

Plan at ${target.toLocaleString('en')} merchants:

\`\`\`
${plan.trim()}
\`\`\`
`
  writeFileSync(join(root, 'bench/results/merchant-search.md'), text)
  process.stdout.write(text)
}
