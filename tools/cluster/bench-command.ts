// Compares commits and writes with and without the synchronous replica within one run: npm run cluster:bench
// With -- --round-trip 0.5 the database hosts have networks of their own, between which a packet and its answer take these milliseconds.
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Cluster, until } from './cluster.ts'
import { type CommitMode, commitModes, type Latency, measureCommits } from './commit-latency.ts'
import { endOnSignal } from './end-on-signal.ts'
import { delayNetworks, runIsolated } from './isolation.ts'
import { Load } from './load.ts'
import { buildIfNeeded, refuseIfIncomplete } from './prepare.ts'
import { mayDelay } from './programs.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '/tmp/kobo-cluster-bench' },
    port: { type: 'string', default: '25000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '15' },
    'round-trip': { type: 'string', default: '0' },
  },
})
const roundTripMs = Number(values['round-trip'])
const roundMs = Number(values.seconds) * 1000
const settleMs = 3_000
const say = (line: string) => process.stdout.write(`${line}\n`)

if (refuseIfIncomplete() && buildIfNeeded() && mayMeasure() && !(roundTripMs > 0 && (await runIsolated())))
  await compare()

/** Names what a delay needs and this machine lacks. */
function mayMeasure(): boolean {
  if (roundTripMs >= 0 && (roundTripMs === 0 || mayDelay())) return true
  process.stderr.write(
    roundTripMs > 0
      ? '--round-trip needs root, tc (package iproute2) and a kernel with netem (CONFIG_NET_SCH_NETEM).\n'
      : '--round-trip must be milliseconds.\n',
  )
  process.exitCode = 1
  return false
}

async function compare(): Promise<void> {
  const options = { folder: resolve(values.folder), firstPort: Number(values.port), synchronous: true, traffic: false }
  const cluster = new Cluster({ ...options, log: say })
  const load = new Load(cluster)
  endOnSignal(async () => {
    await load.stop()
    await cluster.stop()
  }, 130)
  try {
    await cluster.start()
    if (roundTripMs > 0) delayNetworks(roundTripMs / 2)
    await sleep(settleMs)
    await compareCommits(cluster)
    await compareWrites(cluster, load)
  } finally {
    await cluster.stop()
  }
}

/** Measures single commits, while nothing else is written. */
async function compareCommits(cluster: Cluster): Promise<void> {
  const { DATABASE_URL: databaseUrl = '' } = cluster.commandEnv
  const { commits, synchronous, asynchronous, roundTrip, wait } = await measureCommits(databaseUrl)
  const ms = ({ p50, p95 }: Latency) => `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`
  const between =
    roundTripMs > 0
      ? `${roundTripMs} ms between the hosts, disks in memory`
      : `on one network, disks of ${values.folder}`
  say(`${commits} single commits of each kind in turns, ${between}:`)
  say(`  synchronous: ${ms(synchronous)}`)
  say(`  asynchronous: ${ms(asynchronous)}`)
  say(`  a query that reads nothing: ${ms(roundTrip)}`)
  say(
    `  ratio: p50 ${(synchronous.p50 / asynchronous.p50).toFixed(2)}, p95 ${(synchronous.p95 / asynchronous.p95).toFixed(2)}`,
  )
  say(
    `  a confirmed commit waits for ${wait.middle.toFixed(2)} ms more (quartiles of the turns: ${wait.lower.toFixed(2)} and ${wait.upper.toFixed(2)})`,
  )
}

/** Measures how many writes a second the installation confirms under load. */
async function compareWrites(cluster: Cluster, load: Load): Promise<void> {
  const counts = { synchronous: 0, asynchronous: 0 }
  try {
    await load.start()
    // Alternating, so that a busy machine slows both down alike.
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const mode of commitModes) {
        await setMode(cluster, mode)
        await sleep(settleMs)
        const from = Date.now()
        await sleep(roundMs)
        const count = load.acknowledged.filter(({ at }) => at >= from).length
        counts[mode] += count
        say(`${mode}: ${((1000 * count) / (Date.now() - from)).toFixed(1)} writes a second`)
      }
    }
    const ratio = counts.synchronous / counts.asynchronous
    if (Number(values.rounds) > 0) say(`With the synchronous replica ${ratio.toFixed(2)} of the writes without it`)
  } finally {
    await load.stop()
  }
}

/** Changes the mode of the whole installation, and waits until the primary follows. */
async function setMode(cluster: Cluster, mode: CommitMode): Promise<void> {
  const primary = await cluster.primary()
  const body = JSON.stringify({ synchronous_mode: mode === 'synchronous' })
  const { ok, text } = await cluster.askPatroni(primary, '/config', { method: 'PATCH', body })
  if (!ok) throw new Error(`Patroni refused the change: ${text}`)
  await until(`the ${mode} mode`, 60_000, async () => {
    const names = await cluster.onNode(primary, 'postgres', async (client) => {
      const { rows } = await client.query<{ names: string }>(
        `select current_setting('synchronous_standby_names') as names`,
      )
      return rows[0]?.names ?? ''
    })
    return (names !== '') === (mode === 'synchronous') ? true : null
  })
}
