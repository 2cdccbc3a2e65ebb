// Rehearses failures of the installation under load: npm run cluster:drill, or -- primary pgbouncer for some of them
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { countKinds } from '../drill/signed-load.ts'
import { Cluster } from './cluster.ts'
import { type Drill, drills } from './drills.ts'
import { endOnSignal } from './end-on-signal.ts'
import { collectEvidence } from './evidence.ts'
import { isIsolated, runIsolated } from './isolation.ts'
import { Load } from './load.ts'
import { buildIfNeeded, refuseIfIncomplete } from './prepare.ts'
import { requireEncryption } from './require-encryption.ts'

const goalsMs = { planned: 5_000, unplanned: 40_000 }
/** How long writes are watched after the installation has recovered. */
const afterMs = 8_000

interface Result {
  cause: string
  stallMs: number
  lost: number
  duplicated: number
  faults: string[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: '/tmp/kobo-cluster-drill' },
    port: { type: 'string', default: '25000' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const unknown = positionals.filter((name) => !drills.some((drill) => drill.name === name))

if (unknown.length > 0) {
  process.stderr.write(`Unknown drill ${unknown.join(', ')}. There are: ${drills.map(({ name }) => name).join(', ')}\n`)
  process.exitCode = 1
} else if (refuseIfIncomplete() && buildIfNeeded() && !(await runIsolated())) {
  await rehearse(drills.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
}

async function rehearse(chosen: readonly Drill[]): Promise<void> {
  const cluster = new Cluster({
    folder: resolve(values.folder),
    firstPort: Number(values.port),
    synchronous: !values.asynchronous,
    traffic: false,
    log: say,
  })
  const load = new Load(cluster)
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= load.stop().then(() => cluster.stop())
    return stopping
  }
  endOnSignal(stop, 130)
  const results: Result[] = []
  try {
    say(
      isIsolated
        ? 'Every database host has a network and a disk of its own'
        : 'All hosts share one network and one disk',
    )
    await cluster.start()
    await load.start()
    await requireEncryption(cluster)
    // What one drill lost is not counted again for those after it.
    const known = new Set<string>()
    for (const drill of chosen) {
      const obstacle = drill.obstacle?.() ?? null
      if (obstacle === null) results.push(await rehearseOne(drill, cluster, load, known))
      else say(`${drill.name} is left out: ${obstacle}`)
    }
  } catch (error) {
    say(`The drills were interrupted: ${error instanceof Error ? error.stack : String(error)}`)
    say(`The logs are in ${cluster.folder}/log`)
    process.exitCode = 1
  } finally {
    await stop()
  }
  report(results, load)
}

async function rehearseOne(drill: Drill, cluster: Cluster, load: Load, known: Set<string>): Promise<Result> {
  say(`${drill.name}: ${drill.cause}`)
  await load.untilFlowing()
  const from = Date.now()
  const faults = await drill.run(cluster, load)
  await load.untilFlowing()
  await sleep(afterMs)
  const stallMs = load.longestGapMs(from, Date.now())
  await drill.heal?.(cluster)
  await cluster.replicaInSync(240_000)
  faults.push(...((await drill.examine?.(cluster, load, say)) ?? []), ...load.faults.splice(0))
  const { violations, ...found } = await collectEvidence(cluster, load.acknowledged.slice())
  const isNew = (text: string) => !known.has(text)
  const lost = found.lost.map(({ kind, reference }) => `lost: ${kind} ${reference}`).filter(isNew)
  const duplicated = found.duplicated.map((one) => `duplicated: ${one}`).filter(isNew)
  for (const text of [...lost, ...duplicated]) known.add(text)
  const goalMs = drill.isPlanned ? goalsMs.planned : goalsMs.unplanned
  if (stallMs > goalMs) faults.push(`no write for longer than ${goalMs / 1000} s`)
  faults.push(...lost, ...duplicated)
  if (violations !== null) faults.push(`npm run verify: ${violations}`)
  for (const fault of faults) say(`  ${fault}`)
  say(`  ${(stallMs / 1000).toFixed(1)} s without a confirmed write; ${load.acknowledged.length} confirmed so far`)
  return { cause: drill.cause, stallMs, lost: lost.length, duplicated: duplicated.length, faults }
}

function report(results: readonly Result[], load: Load): void {
  const width = Math.max(5, ...results.map(({ cause }) => cause.length))
  say(`\n${'Cause'.padEnd(width)}  Stall    Lost  Duplicated`)
  for (const { cause, stallMs, lost, duplicated, faults } of results) {
    const stall = `${(stallMs / 1000).toFixed(1)} s`.padStart(7)
    say(
      `${cause.padEnd(width)}  ${stall}  ${String(lost).padStart(4)}  ${String(duplicated).padStart(10)}${faults.length > 0 ? '  VIOLATED' : ''}`,
    )
  }
  say(`Confirmed writes: ${countKinds(load.acknowledged)}`)
  if (results.some(({ faults }) => faults.length > 0)) process.exitCode = 1
}
