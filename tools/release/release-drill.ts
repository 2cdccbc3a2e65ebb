// Replaces the release before by this one under load, with one server rolled back on the way:
// npm run release:drill -- --before FOLDER [--seconds 15]
// FOLDER is a built checkout of the release before; this one must be built too.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { startEmbedded } from '@kobo/server/db/embedded'
import { signIn } from '../api-sign-in.ts'
import { root } from '../root.mjs'
import { signCall } from '../sign-call.ts'
import { temporaryFolder } from '../temporary-folder.mjs'
import { Balancer } from './balancer.ts'
import { freePort, Servers } from './servers.ts'

/** A request that a merchant was told is accepted. */
const acknowledgedSchema = z.object({ kind: z.string(), reference: z.string(), id: z.string() })

const email = 'admin@demo.test'
const password = 'kobo-demo-2026'
const readsEveryMs = 200
const settledWithinMs = 180_000
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
  const servers = new Servers({ dataDir, databaseUrl: database.url, address, balancer })
  try {
    say('Starting two servers of the release before')
    await servers.start('a', before)
    await servers.start('b', before)
    const load = startLoad(dataDir, database.url, address)
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
    await phase('migrated under writes', () => migrate(database.url))
    await phase('one server of this release beside', async () => await servers.replace('a', root))
    await phase('rolled back', async () => await servers.replace('a', before))
    await phase('one server of this release again', async () => await servers.replace('a', root))
    await phase('both of this release', async () => await servers.replace('b', root))
    await phase('sealed values name their keys', async () => await raiseSealing(dataDir, database.url))
    await reads.stop()
    await compare(database.url, await load.stop())
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8')
    await npmRun(['verify'], { DATABASE_URL: database.url, SECRET: secret }, 'verify found a fault')
  } finally {
    await servers.stop()
    await balancer.close()
    await database.stop()
  }
}

/** Merchants and the switch call until stopped, and repeat each call until it is acknowledged. */
function startLoad(dataDir: string, databaseUrl: string, address: string) {
  const acknowledged: z.output<typeof acknowledgedSchema>[] = []
  const command = join(root, 'demo/src/drill-load-command.ts')
  const load = spawn(process.execPath, ['--import', 'tsx', command, '--url', address], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: load.stdout }).on('line', (line) =>
    acknowledged.push(acknowledgedSchema.parse(JSON.parse(line))),
  )
  return {
    async stop() {
      const ended = once(load, 'exit')
      load.kill('SIGTERM')
      await ended
      return acknowledged
    },
  }
}

/** An operator who signed in on the release before reads a list until stopped, on whichever server responds. */
async function startReads(address: string): Promise<{ stop(): Promise<void> }> {
  const config = z.object({ hashKey: z.string() }).parse(await (await fetch(`${address}/config.json`)).json())
  const session = await signIn({ baseUrl: address, apiUrl: `${address}/api` }, email, password)
  const path = '/transaction/merchant?page=1&size=100'
  const read = async () => {
    const call = { method: 'GET', path, body: '', timestampMs: Date.now(), headers: { idempotencyKey: '', mode: '' } }
    const headers = { 'access-token': signCall(session, config.hashKey, call), cookie: session.cookie }
    const response = await fetch(`${address}/api${path}`, { headers })
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

async function migrate(databaseUrl: string): Promise<void> {
  await npmRun(['migrate'], { DATABASE_URL: databaseUrl }, 'The migrations failed')
}

/** Seals with the name of the key and the row, which the release before cannot read, and waits until everything is. */
async function raiseSealing(dataDir: string, databaseUrl: string): Promise<void> {
  await npmRun(
    ['sealing', '--', '--raise'],
    { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' },
    'Sealing was not raised',
  )
  const client = new pg.Client({ connectionString: databaseUrl })
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

/** Every acknowledged request is in the database once. */
async function compare(databaseUrl: string, acknowledged: z.output<typeof acknowledgedSchema>[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const until = Date.now() + settledWithinMs
    const open = async () => {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from transaction where reference like 'DRILL-%' and status in ('QUEUED', 'PENDING')`,
      )
      return rows[0]?.open ?? 0
    }
    while ((await open()) > 0 && Date.now() < until) await sleep(1_000)
    const { rows } = await client.query<{ reference: string }>(
      `select reference from transaction where reference like 'DRILL-%' and type = 'DEBIT' or reference like 'COL-%'
      union all select reference from bulk_batch where reference like 'BULK-%'`,
    )
    const stored = new Map<string, number>()
    for (const { reference } of rows) stored.set(reference, (stored.get(reference) ?? 0) + 1)
    const lost = acknowledged.filter(({ reference }) => !stored.has(reference))
    const twice = [...stored].filter(([reference, count]) => count > 1 && reference.startsWith('DRILL-'))
    const kinds = new Set(acknowledged.map(({ kind }) => kind))
    const counts = [...kinds].map((kind) => `${acknowledged.filter((call) => call.kind === kind).length} ${kind}`)
    say(
      `Acknowledged ${counts.join(', ')}: lost ${lost.length}, duplicated ${twice.length}, unfinished ${await open()}`,
    )
    if (lost.length + twice.length > 0) fail('An acknowledged request is missing or there twice')
  } finally {
    await client.end()
  }
}

/** Runs one of this release's commands with its output on the terminal. */
async function npmRun(args: string[], env: Record<string, string>, reason: string): Promise<void> {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) fail(reason)
}

function fail(reason: string): void {
  say(`FAILED: ${reason}`)
  process.exitCode = 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
