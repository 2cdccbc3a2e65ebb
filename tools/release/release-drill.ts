// Replaces the release before by this one under load, with one server rolled back on the way:
// npm run release:drill -- --before FOLDER [--seconds 15]
// FOLDER is a built checkout of the release before; this one must be built too.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { startEmbedded } from '@kobo/server/db/embedded'
import { freePort } from '@kobo/server/db/embedded-process'
import { signIn } from '../api-sign-in.ts'
import { compareAcknowledged } from '../drill/compare-acknowledged.ts'
import { runNpm } from '../drill/run-npm.ts'
import { countKinds, SignedLoad } from '../drill/signed-load.ts'
import { withStoredFiles } from '../drill/stored-files.ts'
import { root } from '../root.mjs'
import { fetchSigned } from '../sign-call.ts'
import { temporaryFolder } from '../temporary-folder.mjs'
import { Balancer } from './balancer.ts'
import { Servers } from './servers.ts'

const email = 'admin@demo.test'
const password = 'kobo-demo-2026'
const readsEveryMs = 200
const resealedWithinMs = 180_000

const { values } = parseArgs({
  options: { before: { type: 'string' }, seconds: { type: 'string', default: '15' } },
})
const before = resolve(values.before ?? '')
const phaseMs = Number(values.seconds) * 1000
const unbuilt = [before, root].filter((folder) => !existsSync(join(folder, 'server/dist/main.js')))
if (values.before === undefined || unbuilt.length > 0) {
  say('Usage: npm run release:drill -- --before FOLDER, a built checkout of the release before')
  for (const folder of unbuilt) say(`${folder} is not built: run npm ci and npm run build there`)
  process.exitCode = 1
} else {
  await drill()
}

async function drill(): Promise<void> {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const database = await startEmbedded({ dataDir, log: () => {} })
  const balancer = new Balancer()
  const address = `http://127.0.0.1:${await freePort()}`
  await balancer.listen(Number(new URL(address).port))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '1' }
  const servers = new Servers(balancer, { ...env, PUBLIC_URL: address })
  const load = new SignedLoad()
  try {
    say('Starting two servers of the release before')
    await servers.start('a', before)
    await servers.start('b', before)
    load.start({ urls: [address], env, log: join(folder, 'load.log') })
    const reads = await startReads(address)
    const phase = async (name: string, work: () => Promise<void> = async () => {}) => {
      balancer.takeTraffic()
      await work()
      await sleep(phaseMs)
      const { statuses, longestGapMs } = balancer.takeTraffic()
      const broken = (statuses[0] ?? 0) + (statuses[5] ?? 0)
      say(
        `${name}: ${statuses[2] ?? 0} calls succeeded, ${broken} failed, longest gap between writes ${(longestGapMs / 1000).toFixed(1)} s`,
      )
      if (broken > 0) fail(`${broken} calls failed`)
    }
    await phase('release before')
    await phase('migrated under writes', async () => {
      if (!(await runNpm(['migrate'], env))) fail('The migrations failed')
    })
    await phase('one server of this release beside', () => servers.replace('a', root))
    await phase('rolled back', () => servers.replace('a', before))
    await phase('one server of this release again', () => servers.replace('a', root))
    await phase('both of this release', () => servers.replace('b', root))
    await phase('sealed values name their keys', () => raiseSealing(env))
    await reads.stop()
    await load.stop()
    await compare(env, load)
    if (!(await runNpm(['verify'], env))) fail('verify found a fault')
  } finally {
    await load.stop()
    await servers.stop()
    await balancer.close()
    await database.stop()
  }
}

/** An operator who signed in on the release before reads a list until stopped, on whichever server responds. */
async function startReads(address: string): Promise<{ stop(): Promise<void> }> {
  const config = z.object({ hashKey: z.string() }).parse(await (await fetch(`${address}/config.json`)).json())
  const session = await signIn({ baseUrl: address, apiUrl: `${address}/api` }, email, password)
  const path = '/transaction/merchant?page=1&size=100'
  const read = async () => {
    const response = await fetchSigned({ apiUrl: `${address}/api`, hashKey: config.hashKey, session }, { path })
    if (!response.ok) fail(`The operator's list responded with ${response.status}: ${await response.text()}`)
    else await response.text()
  }
  let isRunning = true
  const reading = (async () => {
    while (isRunning) {
      await read().catch((error: unknown) => fail(`The operator's list failed: ${String(error)}`))
      await sleep(readsEveryMs)
    }
  })()
  return {
    async stop() {
      isRunning = false
      await reading
    },
  }
}

/** Seals with the name of the key and the row, which the release before cannot read, and waits until everything is. */
async function raiseSealing(env: Record<string, string>): Promise<void> {
  if (!(await runNpm(['sealing', '--', '--raise'], env))) fail('Sealing was not raised')
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  const until = Date.now() + resealedWithinMs
  const left = async () => {
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from wallet where bvn like 's1.%' or nin like 's1.%')::int
        + (select count(*) from file where sealed_with is null and status = 'READY')::int as left`,
    )
    return rows[0]?.left ?? 0
  }
  while ((await left()) > 0 && Date.now() < until) await sleep(1_000)
  if ((await left()) > 0) fail('Values of the release before are still not sealed anew')
  await client.end()
}

async function compare(env: Record<string, string>, { acknowledged }: SignedLoad): Promise<void> {
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  try {
    const { lost, duplicated } = await withStoredFiles(env, (files) => compareAcknowledged(client, files, acknowledged))
    say(`Acknowledged ${countKinds(acknowledged)}: lost ${lost.length}, duplicated ${duplicated.length}`)
    for (const { kind, reference } of lost) fail(`lost: ${kind} ${reference}`)
    for (const one of duplicated) fail(`duplicated: ${one}`)
  } finally {
    await client.end()
  }
}

function fail(reason: string): void {
  say(`FAILED: ${reason}`)
  process.exitCode = 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
