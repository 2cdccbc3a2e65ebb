// Compares writes with and without the synchronous replica within one run: npm run cluster:bench
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Cluster, until } from './cluster.ts'
import { runIsolated } from './isolation.ts'
import { Load } from './load.ts'
import { buildIfNeeded, refuseIfIncomplete } from './prepare.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '/tmp/kobo-cluster-bench' },
    port: { type: 'string', default: '25000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '15' },
  },
})
const roundMs = Number(values.seconds) * 1000
const settleMs = 3_000
const say = (line: string) => process.stdout.write(`${line}\n`)

if (refuseIfIncomplete() && buildIfNeeded() && !(await runIsolated())) await compare()

async function compare(): Promise<void> {
  const options = { folder: resolve(values.folder), firstPort: Number(values.port), synchronous: true, traffic: false }
  const cluster = new Cluster({ ...options, log: say })
  const load = new Load(cluster)
  const counts = { synchronous: 0, asynchronous: 0 }
  try {
    await cluster.start()
    await load.start()
    // Alternating, so that a busy machine slows both down alike.
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const mode of ['synchronous', 'asynchronous'] as const) {
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
    say(`With the synchronous replica ${ratio.toFixed(2)} of the writes without it`)
  } finally {
    await load.stop()
    await cluster.stop()
  }
}

/** Changes the mode of the whole installation, and waits until the primary follows. */
async function setMode(cluster: Cluster, mode: 'synchronous' | 'asynchronous'): Promise<void> {
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
