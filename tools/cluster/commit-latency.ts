import pg from 'pg'

const blocks = 250
const commitsOfBlock = 14
/** Commits at the start of a block that count for nothing, since the ones before them may still be on their way to the replica. */
const uncounted = 2

/** Whom a commit waits for: both nodes, or the primary alone. */
const waits = { synchronous: 'on', asynchronous: 'local' } as const
export type CommitMode = keyof typeof waits
export const commitModes: readonly CommitMode[] = ['synchronous', 'asynchronous']

export interface Latency {
  /** Milliseconds of half of the commits, and of 95 in 100, at most. */
  p50: number
  p95: number
}

export interface CommitLatencies {
  commits: number
  synchronous: Latency
  asynchronous: Latency
  /** A query that reads nothing, on the same connections. */
  roundTrip: Latency
  /** By how many milliseconds the median of a synchronous block exceeds that of the asynchronous one after it: quartiles. */
  wait: { lower: number; middle: number; upper: number }
}

/**
 * Inserts rows one after the other, each in a transaction of its own, in short blocks that alternate between both modes: a commit
 * with `synchronous_commit = local` waits for what it would wait for if the installation were asynchronous.
 */
export async function measureCommits(databaseUrl: string): Promise<CommitLatencies> {
  const clients = {} as Record<CommitMode, pg.Client>
  const opened: pg.Client[] = []
  try {
    for (const mode of commitModes) {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      opened.push(client)
      await client.query(`set synchronous_commit = ${waits[mode]}`)
      clients[mode] = client
    }
    const { asynchronous: one } = clients
    await one.query(
      'create table commit_latency (id bigserial primary key, amount bigint not null, reference text not null)',
    )
    try {
      return await alternate(clients)
    } finally {
      await one.query('drop table commit_latency')
    }
  } finally {
    for (const client of opened) await client.end()
  }
}

async function alternate(clients: Record<CommitMode, pg.Client>): Promise<CommitLatencies> {
  const times: Record<CommitMode, number[]> = { synchronous: [], asynchronous: [] }
  const middles: Record<CommitMode, number[]> = { synchronous: [], asynchronous: [] }
  const roundTrips: number[] = []
  for (const mode of commitModes) await commitBlock(clients[mode])
  for (let block = 0; block < blocks; block++) {
    for (const mode of commitModes) {
      const taken = await commitBlock(clients[mode])
      times[mode].push(...taken)
      middles[mode].push(share(taken, 0.5))
      roundTrips.push(await timed(() => clients[mode].query({ name: 'nothing', text: 'select' })))
    }
  }
  const differences = middles.synchronous.map((ms, block) => ms - (middles.asynchronous[block] ?? Number.NaN))
  return {
    commits: times.synchronous.length,
    synchronous: latencyOf(times.synchronous),
    asynchronous: latencyOf(times.asynchronous),
    roundTrip: latencyOf(roundTrips),
    wait: { lower: share(differences, 0.25), middle: share(differences, 0.5), upper: share(differences, 0.75) },
  }
}

async function commitBlock(client: pg.Client): Promise<number[]> {
  const times: number[] = []
  const insert = { name: 'insert', text: 'insert into commit_latency (amount, reference) values ($1, $2)' }
  for (let commit = 0; commit < commitsOfBlock; commit++) {
    const ms = await timed(() => client.query({ ...insert, values: [commit, `reference ${commit}`] }))
    if (commit >= uncounted) times.push(ms)
  }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function latencyOf(times: readonly number[]): Latency {
  return { p50: share(times, 0.5), p95: share(times, 0.95) }
}

/** The value that this share of all does not exceed. */
function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
