// Measures the audit page and a record's history as the audit grows: npm run bench:audit [-- --rows 10000000]
// Two databases differ in their audit alone; calls alternate between them, as ratios in one run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { median } from './bench-server.ts'
import { pauseJob } from './job-claims.ts'
import { fetchPath, type SizedServer, startSizedServers, timed } from './sized-servers.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } } })
const sizes = [100_000, Number(options.rows)]
const [warmUps, rounds] = [20, 60]
/** Maximum time in the larger audit, as a multiple of its time in the smaller one. */
const goal = 1.5
const listed = z.object({ data: z.object({ entries: z.array(z.unknown()) }) })
const ofRecord = z.object({ data: z.object({ history: z.array(z.unknown()) }) })

/** Call of the audit page or a record's history, which must return rows. */
type Question = [name: string, path: string]

// Both have the same few transactions.
const { servers, stop } = await startSizedServers([20_000, 20_001])
try {
  for (const [index, { client }] of servers.entries()) {
    // Otherwise the worker seals millions of records while the calls are measured.
    await pauseJob(client, 'seal-audit')
    const indexes = await dropIndexes(client)
    await fillAudit(client, sizes[index] ?? 0)
    for (const definition of indexes) await client.query(definition)
    await client.query('vacuum analyze audit')
  }
  const questions = await Promise.all(servers.map(theQuestions))
  const names = (questions[0] ?? []).map(([name]) => name)
  const times = names.map(() => servers.map(() => [] as number[]))
  for (const [index, server] of servers.entries())
    for (const [name, path] of questions[index] ?? []) await assertFinds(server, name, path)
  for (let round = -warmUps; round < rounds; round++) {
    for (const place of names.keys()) {
      for (const [index, server] of servers.entries()) {
        const ms = await timed(server, questions[index]?.[place]?.[1] ?? '')
        if (round >= 0) times[place]?.[index]?.push(ms)
      }
    }
  }
  const rows = names.map((name, place) => {
    const [small, large] = (times[place] ?? []).map((of) => median(of))
    const ratio = (large ?? Number.NaN) / (small ?? Number.NaN)
    return `| ${name} | ${small?.toFixed(1)} | ${large?.toFixed(1)} | ${ratio.toFixed(2)}${ratio > goal ? ' (above the goal)' : ''} |`
  })
  const text = `# The audit page

Median milliseconds of the whole call over HTTP (signed, ${rounds} rounds, one client) with ${format(sizes[0])} and ${format(sizes[1])} rows of audit. Goal: at most ${goal}.

| call | ${format(sizes[0])} | ${format(sizes[1])} | ratio |
|---|---|---|---|
${rows.join('\n')}
`
  writeFileSync(join(import.meta.dirname, 'results/audit.md'), text)
  process.stdout.write(text)
} finally {
  await stop()
}

/** Drops the indexes of the audit except its key's and returns their definitions: building them anew takes less than filling them. */
async function dropIndexes(client: SizedServer['client']): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey'",
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Adds changes of merchants by a hundred colleagues over two years, and deletes none. */
async function fillAudit(client: SizedServer['client'], rows: number): Promise<void> {
  await client.query(`
    insert into staff (id, created_at, email, first_name, last_name, role, status)
    select ('01990000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, uuid_time('01990000-0000-7000-8000-000000000000'),
      'colleague' || n || '@example.com', 'Colleague', n::text, 'OPERATIONS', 'ACTIVE'
    from generate_series(1, 100) as n`)
  await client.query(
    `with actions as (select array['merchant.configure', 'charges.update', 'merchant.change-status', 'freeze.start'] as names),
      merchants as (select array_agg(id) as ids from (select id from merchant where mode = 'PRODUCTION' limit 1000) as chosen)
    insert into audit (id, at, staff_id, mode, action, record_type, record_id, merchant_id, before, after, reason, request_id, address)
    select id, uuid_time(id), ('01990000-0000-7000-8000-' || lpad(to_hex(1 + n % 100), 12, '0'))::uuid, 'PRODUCTION',
      names[1 + (n / 100) % 4], 'merchant', merchant::text, merchant, '{"status": "ACTIVE"}', '{"status": "INACTIVE"}',
      'The owner asked by phone', 'r' || n, '203.0.113.' || n % 250
    from actions, merchants, generate_series(1, $1::bigint) as n
    cross join lateral (
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 63072000000 + n * 63072000000 / $1::bigint), 12, '0')
        || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid as id, ids[1 + n % array_length(ids, 1)] as merchant
    ) as made`,
    [rows],
  )
}

async function theQuestions({ client }: SizedServer): Promise<Question[]> {
  const { rows } = await client.query<{ merchant: string; staff: string }>(
    'select merchant_id as merchant, staff_id as staff from audit where merchant_id is not null order by id desc limit 1',
  )
  const { merchant = '', staff = '' } = rows[0] ?? {}
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const list = (query: string) => `/admin/audit?page=1&size=100${query}`
  return [
    ['newest 100', list('')],
    ['one colleague', list(`&staffId=${staff}`)],
    ['one merchant', list(`&merchantId=${merchant}`)],
    ['one action', list('&action=charges.update')],
    ['one action of one colleague', list(`&action=freeze.start&staffId=${staff}`)],
    ['one address', list('&address=203.0.113.7')],
    ['one mode, one week a year ago', list(`&mode=PRODUCTION&startDate=${day(372)}&endDate=${day(365)}`)],
    ['words of the reason, one merchant', list(`&merchantId=${merchant}&search=phone`)],
    ['history of a merchant', `/admin/record/history?recordType=merchant&recordId=${merchant}&page=1&size=20`],
  ]
}

async function assertFinds(server: SizedServer, name: string, path: string): Promise<void> {
  const reply = await fetchPath(server, path)
  const found = path.startsWith('/admin/audit')
    ? listed.parse(reply).data.entries.length
    : ofRecord.parse(reply).data.history.length
  if (found === 0) throw new Error(`${name} found nothing`)
}

function format(count = 0): string {
  return count.toLocaleString('en')
}
