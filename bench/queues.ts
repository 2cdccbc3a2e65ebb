// Whether two million finished jobs slow down new ones: npm run bench:queues [-- --finished 2000000]
// Two servers with databases in one cluster, one with that many finished jobs and a fresh one, measured in turns.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import PgBoss from 'pg-boss'
import { median } from './bench-server.ts'
import { type SizedServer, startSizedServers } from './sized-servers.ts'

const { values: options } = parseArgs({ options: { finished: { type: 'string', default: '2000000' } } })
const finished = Number(options.finished)
const rounds = 5
const housekeepingRuns = 9
const jobsARound = 6_000
const chunk = 20_000
const keysLastDays = 5
const kind = 'payout'
const lane = 'bank:NIP:058'

const begun = performance.now()
const { servers, stop } = await startSizedServers([jobsARound * 2, jobsARound * 2 + 1])
try {
  const [fresh, used] = servers
  if (!fresh || !used) throw new Error('Two servers are required')
  await Promise.all(servers.map(refreshWork))
  const atFirst = await alternate(fresh, used)
  const leaving = performance.now()
  await insertFinished(used)
  const leftAfterMs = performance.now() - leaving
  await untilVacuumed(used)
  const behind = await remains(used)
  report({ atFirst, afterwards: await alternate(fresh, used), leftAfterMs, behind })
} finally {
  await stop()
}

interface Measured {
  /** Jobs fetched and finished per second. */
  pace: number
  /** Milliseconds of one pg-boss maintenance run. */
  housekeepingMs: number
}

type Both = { fresh: Measured; used: Measured }

/** Returns the medians of some rounds, which alternate between both servers. */
async function alternate(fresh: SizedServer, used: SizedServer): Promise<Both> {
  const paces = { fresh: [] as number[], used: [] as number[] }
  const times = { fresh: [] as number[], used: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of [['fresh', fresh] as const, ['used', used] as const]) {
      paces[name].push(await workOff(server))
      times[name].push(await runHousekeeping(server))
    }
  }
  const summarize = (name: 'fresh' | 'used') => ({ pace: median(paces[name]), housekeepingMs: median(times[name]) })
  return { fresh: summarize('fresh'), used: summarize('used') }
}

/** Chooses the payouts for all rounds: they are final, so that their jobs have nothing to do. */
async function refreshWork({ client }: SizedServer): Promise<void> {
  await client.query(
    `create table bench_work as
      select jsonb_build_object('transactionId', id, 'merchantId', merchant_id) as data
      from transaction where status = 'SUCCESS' limit ${jobsARound}`,
  )
}

/** Enqueues all jobs and lets the server fetch each, read its payout and finish it. */
async function workOff({ client }: SizedServer): Promise<number> {
  const { rowCount } = await client.query(
    `insert into pgboss.job (name, data, keep_until) select '${kind}', data, now() + interval '1 hour' from bench_work`,
  )
  const from = performance.now()
  for (;;) {
    await sleep(20)
    const { rows } = await client.query(`select from pgboss.job where name = '${kind}' limit 1`)
    if (rows.length === 0) return (rowCount ?? 0) / ((performance.now() - from) / 1000)
  }
}

/** Returns a median, since one run takes only some 25 ms. */
async function runHousekeeping({ databaseUrl }: SizedServer): Promise<number> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, max: 1 })
  await boss.start()
  const times: number[] = []
  for (let turn = 0; turn < housekeepingRuns; turn++) {
    const from = performance.now()
    await boss.maintain()
    times.push(performance.now() - from)
  }
  await boss.stop({ graceful: false })
  return median(times)
}

/**
 * Runs the statements of a job's life in chunks: enqueue, fetch, delete, and store its key. A chunk is committed at its end,
 * so that the server's workers never see it.
 */
async function insertFinished({ client }: SizedServer): Promise<void> {
  for (let done = 0; done < finished; done += chunk) {
    const days = (keysLastDays * (finished - done)) / finished
    await client.query('begin')
    await client.query(
      `insert into job_key (kind, key, at)
      select 'webhook', gen_random_uuid() || ' 1', now() - $1 * interval '1 day' from generate_series(1, $2)`,
      [days, chunk],
    )
    await client.query(
      `insert into pgboss.job (name, data, singleton_key)
      select '${kind}', jsonb_build_object('transactionId', gen_random_uuid(), 'merchantId', gen_random_uuid()), '${lane}'
      from generate_series(1, $1)`,
      [chunk],
    )
    const ours = `name = '${kind}' and singleton_key = '${lane}'`
    await client.query(`update pgboss.job set state = 'active', started_on = now() where ${ours}`)
    await client.query(`delete from pgboss.job where ${ours}`)
    await client.query('commit')
  }
}

/**
 * Waits for one autovacuum run. In production this many jobs finish over hours, while autovacuum runs every minute; here they
 * took minutes.
 */
async function untilVacuumed({ client }: SizedServer): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ dead: string }>(
      `select sum(n_dead_tup) as dead from pg_inherits join pg_stat_user_tables on relid = inhrelid
      where inhparent = 'pgboss.job'::regclass`,
    )
    if (Number(rows[0]?.dead) < chunk) return
    await sleep(1000)
  }
}

async function remains({ client }: SizedServer) {
  const { rows } = await client.query<{ keys: string; rows: string; mb: string }>(
    `select (select count(*) from job_key) as keys, (select count(*) from pgboss.job) as rows,
      (select round(sum(pg_total_relation_size(inhrelid)) / 1048576) from pg_inherits
        where inhparent = 'pgboss.job'::regclass) as mb`,
  )
  return { keys: Number(rows[0]?.keys), rows: Number(rows[0]?.rows), mb: Number(rows[0]?.mb) }
}

interface Result {
  atFirst: Both
  afterwards: Both
  leftAfterMs: number
  behind: Awaited<ReturnType<typeof remains>>
}

function report({ atFirst, afterwards, leftAfterMs, behind }: Result): void {
  const wholeNumber = (n: number) => Math.round(n).toLocaleString('en')
  // The fresh server shows how much the machine itself slowed down in the meantime.
  const against = (measure: (measured: Measured) => number) =>
    measure(afterwards.used) / measure(atFirst.used) / (measure(afterwards.fresh) / measure(atFirst.fresh))
  const row = (name: string, of: (one: Measured) => number, ratio: number) =>
    `| ${name} | ${wholeNumber(of(atFirst.fresh))} | ${wholeNumber(of(atFirst.used))} | ${wholeNumber(of(afterwards.fresh))} | ` +
    `${wholeNumber(of(afterwards.used))} | ${ratio.toFixed(2)} |`
  const pace = (one: Measured) => one.pace
  const house = (one: Measured) => one.housekeepingMs
  const text = `# Queues after ${wholeNumber(finished)} finished jobs

${cpus().length} processors run two servers, their databases in one cluster and this benchmark. One of them receives the history of ${wholeNumber(finished)}
finished jobs: each was enqueued, fetched and deleted by the statements of a job's life, in chunks of ${wholeNumber(chunk)}, and a key is
remembered for each. A finished job leaves no row, so the history consists of ${wholeNumber(behind.keys)} keys, and queues that occupy
${wholeNumber(behind.mb)} MB with ${wholeNumber(behind.rows)} rows in them after PostgreSQL's autovacuum, which runs every minute, had run
after the last of them. The other server stays fresh.

A round is ${wholeNumber(jobsARound)} jobs of payouts that are already final, which the server fetches, checks and completes; then pg-boss
maintains its tables, ${housekeepingRuns} times. Medians of ${rounds} rounds, both servers in turns.

| | fresh server, before | used server, before | fresh server, after | used server, after | after relative to before, corrected by the fresh server |
|---|---|---|---|---|---|
${row('jobs per second (goal: ≥ 0.90)', pace, against(pace))}
${row('maintenance, ms (goal: ≤ 1.11)', house, against(house))}

The history was generated in ${wholeNumber(leftAfterMs / 1000)} s, the whole run took ${wholeNumber((performance.now() - begun) / 1000)} s.
`
  writeFileSync(join(import.meta.dirname, 'results/queues.md'), text)
  process.stdout.write(text)
}
