// Measures My work as transactions and open items grow: npm run bench:work [-- --transactions 10000000]
// Two databases, one with ten times the open items; calls alternate between them, as ratios in one run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { workKindNames } from '@kobo/contract/kit/work-kinds'
import { z } from 'zod'
import { median } from './bench-server.ts'
import { pauseJob, pauseOtherJobs, resumeJob, resumeOtherJobs } from './job-claims.ts'
import { processorMs } from './processor-time.ts'
import { type SizedServer, startSizedServers, timed, timedId, written } from './sized-servers.ts'

const { values: options } = parseArgs({ options: { transactions: { type: 'string', default: '10000000' } } })
const sizes = [
  { transactions: 100_000, items: 2_000 },
  { transactions: Number(options.transactions), items: 20_000 },
]
const [warmUps, rounds, atOnce] = [10, 40, 32]
/** Maximum time with many items, as a multiple of its time with few. */
const goal = 1.5
/** Maximum time of calls of `next` made at once, as a multiple of the same number made one after the other. */
const goalAtOnce = 2
/** Maximum share of a core that the collecting rounds take, with many items. */
const goalShare = 0.01
const [pairs, spanMs] = [5, 120_000]
/** Maximum time between comparisons of a kind: its longest rest and the time to the next round. */
const betweenMs = 40_000
const collectingJob = 'collect-work-items'

const nextPath = '/admin/work-items/next'
const given = z.object({ data: z.object({ item: z.object({ id: z.string() }) }) })

const reads = [
  ['counts', '/admin/work-items/counts'],
  ['the first page', '/admin/work-items?page=1&size=100'],
  ['what is due next', '/admin/work-items/upcoming'],
] as const

const { servers, stop } = await startSizedServers(sizes.map(({ transactions }) => transactions))
try {
  for (const [index, server] of servers.entries()) {
    await openItems(server, sizes[index]?.items ?? 0)
    await server.client.query('vacuum analyze work_item, contact_message')
  }
  const times = [...reads.map(([name]) => name), 'next'].map((name) => ({
    name,
    of: servers.map(() => [] as number[]),
  }))
  for (let round = -warmUps; round < rounds; round++) {
    for (const [index, server] of servers.entries()) {
      for (const [place, [, path]] of reads.entries()) {
        const ms = await timed(server, path)
        if (round >= 0) times[place]?.of[index]?.push(ms)
      }
      const ms = await takeNext(server)
      if (round >= 0) times[reads.length]?.of[index]?.push(ms)
    }
  }
  const lines = times.map(({ name, of: [few = [], many = []] }) => {
    const ratio = median(many) / median(few)
    return `| ${name} | ${median(few).toFixed(1)} | ${median(many).toFixed(1)} | ${judged(ratio, goal)} |`
  })
  const together: number[] = []
  for (const server of servers) together.push(await compareAtOnce(server))
  const shares: number[] = []
  for (const server of servers) shares.push(await collectingShare(server))
  const text = `# My work

Median milliseconds of the whole call over HTTP (signed, ${rounds} rounds, one client) with ${describe(sizes[0])} and with ${describe(sizes[1])}. Goal: at most ${goal}.

| call | few | many | ratio |
|---|---|---|---|
${lines.join('\n')}

${atOnce} calls of next at once, each of which must get an item of its own, take ${together.map((ratio) => judged(ratio, goalAtOnce)).join(' and ')} times as long as ${atOnce} one after the other. Goal: at most ${goalAtOnce}.

The rounds of the worker that collects items take ${shares.map((share) => percent(share)).join(' and ')} of a core, of the server and its database together: the difference of their processor time between spans of ${spanMs / 1_000} s with and without rounds, while no other recurring job runs; median of ${pairs}. Goal: at most ${percent(goalShare)}${shares.some((share) => share > goalShare) ? ' (above the goal)' : ''}.
`
  writeFileSync(join(import.meta.dirname, 'results/work.md'), text)
  process.stdout.write(text)
} finally {
  await stop()
}

/** Adds contact messages that nobody has answered, and waits until the worker has opened their items. */
async function openItems(server: SizedServer, count: number): Promise<void> {
  const before = await countOpen(server)
  await server.client.query(
    `insert into contact_message (id, mode, merchant_id, created_at, name, email, phone_number, subject, message)
    select id, 'PRODUCTION', merchant_id, uuid_time(id), 'Hadiza Bello', 'hadiza@example.com', '+2348035550142', 'Fees', 'What does it cost?'
    from (select id as merchant_id from merchant where mode = 'PRODUCTION' limit 1) as chosen, generate_series(1, $1::int) as n
    cross join lateral (select ${timedId("(now() - n * interval '1 second')")} as id) as made`,
    [count],
  )
  while ((await countOpen(server)) < before + count) await sleep(1_000)
}

async function countOpen({ client }: SizedServer): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from work_item where kind = 'CONTACT' and closed_at is null",
  )
  return rows[0]?.n ?? 0
}

/** Returns a request that differs from the others, since the same one of the same person is answered once. */
function distinct(nth: number) {
  const others = workKindNames.filter((kind, place) => kind !== 'CONTACT' && (nth >> place) % 2 === 1)
  return { kinds: ['CONTACT', ...others] }
}

/** Returns the milliseconds of a call that claims an item. */
async function takeNext(server: SizedServer): Promise<number> {
  const started = performance.now()
  given.parse(await written(server, nextPath, {}))
  return performance.now() - started
}

/** Returns how many times as long calls at once take as the same number one after the other. */
async function compareAtOnce(server: SizedServer): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) {
    let alone = 0
    for (let nth = 0; nth < atOnce; nth++) alone += await takeNext(server)
    const started = performance.now()
    const replies = await Promise.all(
      Array.from({ length: atOnce }, (_, nth) => written(server, nextPath, distinct(nth))),
    )
    const together = performance.now() - started
    const ids = replies.map((reply) => given.parse(reply).data.item.id)
    if (new Set(ids).size !== atOnce) throw new Error('Two calls got the same item')
    ratios.push(together / alone)
  }
  return median(ratios)
}

/** Returns the processor time of the collecting rounds per time: what the server saves without them, while no other recurring job runs. */
async function collectingShare(server: SizedServer): Promise<number> {
  const shares: number[] = []
  await pauseOtherJobs(server.client, collectingJob)
  for (let pair = 0; pair < pairs; pair++) {
    const used = { on: 0, off: 0 }
    // Both orders alternate, so that what changes with time counts for neither.
    for (const state of pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      used[state] = await (state === 'on' ? workingSpanMs(server) : idleSpanMs(server))
    }
    shares.push((used.on - used.off) / spanMs)
  }
  await resumeOtherJobs(server.client)
  return median(shares)
}

async function workingSpanMs(server: SizedServer): Promise<number> {
  // The first round after a pause compares every kind, as if all had rested.
  await sleep(betweenMs)
  const used = await processorMs(server, spanMs)
  // Without an item the rounds were not made, and nothing was measured.
  await openItems(server, 1)
  return used
}

/** Returns the processor time while another worker seems to make the rounds. */
async function idleSpanMs(server: SizedServer): Promise<number> {
  await pauseJob(server.client, collectingJob)
  const used = await processorMs(server, spanMs)
  await resumeJob(server.client, collectingJob)
  return used
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function judged(ratio: number, most: number): string {
  return `${ratio.toFixed(2)}${ratio > most ? ' (above the goal)' : ''}`
}

function describe(size = { transactions: 0, items: 0 }): string {
  return `${size.transactions.toLocaleString('en')} transactions and ${size.items.toLocaleString('en')} open items`
}
