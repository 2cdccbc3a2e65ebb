import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { bundled } from '../testing/bundled.ts'
import { inDatabase, onServer } from '../testing/database-cluster.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { uuidv7 } from '../uuid.ts'
import { databaseChecks } from './database-checks.ts'
import { diagnose } from './doctor.ts'

let app: TestApp
/** Connection as background work has it. */
let worker: pg.Client
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  worker = await connectWorker()
})
afterAll(async () => {
  await worker.end()
  await app.close()
})
beforeEach(async () => {
  await sql`delete from job_item_error`.execute(app.db)
  await sql`delete from ledger_check`.execute(app.db)
  await sql`delete from lane_trouble`.execute(app.db)
  await sql`delete from pgboss.job`.execute(app.db)
})

async function connectWorker() {
  const client = new pg.Client({ connectionString: app.database.url, application_name: 'kobo-console work' })
  await client.connect()
  return client
}

const subjects = databaseChecks.map(({ subject }) => subject)
const examine = (servers: string[] = [], url = app.database.url) => diagnose({ database: async () => url, servers })

const failItem = () =>
  sql`insert into job_item_error (job, period, item, attempts, error, first_failed_at, last_failed_at, next_attempt_at)
    values ('settle-day', '2026-11-26', 'one', 3, 'no such bank', now(), now(), now())`.execute(app.db)
const killJob = async () => {
  await app.services.jobs.enqueue(app.db, 'repair', { name: 'x', requestedAt: 'never' }, { afterSeconds: 3_600 })
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'repair'`.execute(app.db)
}
async function findFault() {
  const at = new Date()
  const now = at.toISOString()
  await app.db
    .insertInto('ledger_check')
    .values({ id: uuidv7(at.getTime()), created_at: now, moved_at: now, ended_at: now, done: 1, total: 1 })
    .execute()
  const findings = JSON.stringify([{ harm: 'lost', count: 2 }])
  await sql`update ledger_check set findings = ${findings}::jsonb`.execute(app.db)
}

/** Runs the command; `DATABASE_URL` is that of the test unless another one is given. */
function command(args: string[], url = app.database.url): Promise<{ code: number; lines: string[] }> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url }
  return new Promise((resolve) => {
    execFile(process.execPath, [bundled('doctor-command.ts'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, lines: `${stdout}${stderr}`.trimEnd().split('\n') })
    })
  })
}

it('finds nothing wrong in a running installation', async () => {
  expect(await examine([app.url])).toEqual({ problems: [], fine: [...subjects, app.url], unchecked: [] })
  const { code, lines } = await command([app.url])
  expect(lines[0]).toBe('Nothing is wrong.')
  expect(code).toBe(0)
})

it('names all of several things that are wrong, each with its page, and exits with code 1', async () => {
  await killJob()
  await failItem()
  await findFault()
  const { code, lines } = await command([app.url, 'http://127.0.0.1:1'])
  expect(code).toBe(1)
  expect(lines.slice(0, -1)).toEqual([
    '4 things are wrong:',
    'books               The last ledger check found lost 2. See docs/runbooks/the-books-are-wrong.md',
    'dead jobs           Jobs have exhausted their retries: repair 1. See docs/runbooks/jobs-die.md',
    'failing items       Items fail and are retried: settle-day 1. See docs/runbooks/items-fail.md',
    expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:1 {2}It does not respond: .+ See docs\/runbooks\/a-server-is-down\.md$/,
    ),
  ])
  expect(lines.at(-1)).toContain('Fine: database, workers, daily jobs')
  const pages = lines.flatMap((line) => line.match(/docs\/runbooks\/\S+$/) ?? [])
  const root = join(import.meta.dirname, '../../..')
  expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([])
})

it('goes on with everything else if one check fails', async () => {
  await failItem()
  await sql`alter table job_run rename to job_run_away`.execute(app.db)
  try {
    const { problems } = await examine()
    expect(problems.map(({ subject }) => subject)).toEqual(['daily jobs', 'failing items'])
    expect(problems[0]).toMatchObject({
      sentence: 'It could not be checked: relation "job_run" does not exist',
      page: 'a-gauge-is-missing',
    })
  } finally {
    await sql`alter table job_run_away rename to job_run`.execute(app.db)
  }
})

it('examines the servers although the database is lost', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  expect(await examine([app.url], url)).toMatchObject({
    problems: [{ subject: 'database', page: 'primary-lost' }],
    fine: [app.url],
    unchecked: subjects,
  })
  expect((await command([], url)).code).toBe(1)
})

it('reports missing workers, silent banks, late settlements and queues', async () => {
  await worker.end()
  await sql`insert into lane_trouble (server_id, lane, state, since, seen_at)
    values (gen_random_uuid(), 'bank:NIP:058', 'open', now(), now()),
      (gen_random_uuid(), 'bank:NIP:011', 'open', now(), now() - interval '1 hour')`.execute(app.db)
  await sql`insert into job_run (job, day, started_at, finished_at)
    values ('settle-day', current_date - 2, now() - interval '2 days', now() - interval '2 days')`.execute(app.db)
  await app.services.jobs.enqueue(app.db, 'repair', { name: 'x', requestedAt: 'never' })
  await sql`update pgboss.job set start_after = now() - interval '1 hour' where name = 'repair'`.execute(app.db)
  await expect.poll(async () => (await examine()).fine).not.toContain('workers')
  const { problems } = await examine()
  worker = await connectWorker()
  await sql`delete from job_run`.execute(app.db)
  expect(problems.map(({ sentence, page }) => [sentence, page])).toEqual([
    ['No server that runs background jobs is connected', 'no-worker-runs'],
    ['Not finished within the last 25 hours: settle-day', 'settlements-did-not-run'],
    ['No credible responses from bank:NIP:058', 'a-bank-is-silent'],
    ['Due jobs have waited for repair 60 min', 'queue-grows'],
  ])
})

it('reports a server that is not ready, one whose disk is full and one that rejects everything', async () => {
  const inDays = (days: number) => Date.now() / 1000 + days * 86_400
  const metrics = [
    '# TYPE kobo_disk_free_bytes gauge',
    'kobo_disk_free_bytes 5',
    'kobo_disk_size_bytes 100',
    'http_request_duration_seconds_count{method="GET",route="/api/x y",status="200"} 6',
    'http_request_duration_seconds_count{method="GET",route="/api/x y",status="503"} 2',
    `kobo_certificate_expiry_timestamp_seconds{endpoint="10.0.0.5:2379"} ${inDays(1.5)}`,
    `kobo_certificate_expiry_timestamp_seconds{endpoint="10.0.0.6:2379"} ${inDays(300)}`,
    `kobo_certificate_expiry_timestamp_seconds{endpoint="console.example.com:443"} ${inDays(-2)}`,
  ].join('\n')
  const full = await startStubServer((request, response) => response.end(request.url === '/metrics' ? metrics : '{}'))
  const unready = await startStubServer((_, response) => response.writeHead(503).end())
  const other = await startStubServer((_, response) => response.writeHead(404).end())
  const { problems } = await examine([full.url, unready.url, `${other.url}/`])
  await Promise.all([full, unready, other].map((server) => server.close()))
  expect(problems.map(({ sentence, page }) => [sentence, page])).toEqual([
    ['The disk of stored files has 5 % left', 'disk-full'],
    ['25 % of its calls since its start failed', 'calls-fail'],
    ['The certificate of 10.0.0.5:2379 expires in 1 day', 'a-certificate-expires'],
    ['The certificate of console.example.com:443 has expired', 'a-certificate-expires'],
    ['It is not ready: it does not reach the database', 'primary-lost'],
    ['It responds to /readyz with 404', 'a-server-is-down'],
  ])
})

it('rejects what is no address', async () => {
  const { code, lines } = await command(['ftp://x'])
  expect(code).toBe(1)
  expect(lines).toEqual(['"ftp://x" is not the address of a server, such as http://10.0.0.5:3000.'])
})

it('says of a database without tables only that', async () => {
  const name = `${new URL(app.database.url).pathname.slice(1)}_empty`
  const server = inDatabase(app.database.url, 'postgres')
  await onServer(server, `create database ${name}`)
  const { problems, unchecked } = await examine([], inDatabase(app.database.url, name))
  expect(problems).toEqual([
    { subject: 'database', sentence: expect.stringContaining('It has no tables'), page: 'primary-lost' },
  ])
  expect(unchecked).toEqual(subjects)
  await onServer(server, `drop database ${name} with (force)`)
})
