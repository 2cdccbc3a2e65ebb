import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { bundleServer } from '../tools/bundle-server.mjs'
import { root } from '../tools/root.mjs'

const startWithinMs = 300_000

/**
 * Starts the built product with its own demo before the first test and removes both after the last.
 * With E2E_BASE_URL the tests use that running demo instead.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env['E2E_BASE_URL']) return async () => {}
  const removeTemplate = await generateDemo()
  const { stop, baseUrl, env } = await startDemo().catch(async (failure: unknown) => {
    await removeTemplate()
    throw failure
  })
  const removeCommands = await bundleCommands()
  process.env['E2E_BASE_URL'] = baseUrl
  // Tests submit payouts by commands to the demo that was just started.
  for (const name of ['DATA_DIR', 'DEMO', 'PORT', 'SIMULATOR_PORT', 'DATABASE_URL'] as const) {
    const value = env[name]
    if (value !== undefined) process.env[name] = value
  }
  return async () => {
    removeCommands()
    await stop()
    await removeTemplate()
  }
}

/** Generates a demo and stops it: a server that a test starts begins with a copy, which takes seconds instead of a minute. */
async function generateDemo(): Promise<() => Promise<void>> {
  const { halt, remove, halted } = await startDemo()
  await halt()
  process.env['E2E_TEMPLATE'] = JSON.stringify(halted)
  return remove
}

/** Bundles the demo's commands once, because each would need seconds to transpile at its start. */
async function bundleCommands(): Promise<() => void> {
  // Inside the server's folder, so that the commands find its packages.
  const outdir = mkdtempSync(join(root, 'server/dist/demo-commands-'))
  const commands = ['batch', 'call', 'payout', 'reply'].map((name) => join(root, `demo/src/${name}-command.ts`))
  await bundleServer({ entryPoints: commands, outdir, splitting: true })
  process.env['DEMO_COMMANDS'] = outdir
  return () => rmSync(outdir, { recursive: true, force: true })
}

/** A halted demo: its data folder, and its database on the server in DATABASE_URL. */
interface HaltedDemo {
  dataDir: string
  database: string | null
}

/**
 * Starts the built product with its own demo of 20,000 transactions, without random failures or traffic, and with additional
 * environment variables. `halt` stops it and keeps its data, `stop` removes them.
 */
export async function startDemo(extraEnv: Record<string, string> = {}) {
  const template: HaltedDemo | null = JSON.parse(process.env['E2E_TEMPLATE'] ?? 'null')
  const dataDir = mkdtempSync(join(tmpdir(), 'kobo-e2e-'))
  // The database's folder keeps its owner, without whom it does not start.
  if (template !== null) execFileSync('cp', ['-a', `${template.dataDir}/.`, dataDir])
  const serverUrl = process.env['DATABASE_URL']
  const database = serverUrl ? await createDatabase(serverUrl, template?.database) : null
  const port = await freePort()
  const simulatorPort = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env: Partial<Record<string, string>> = {
    ...inherited('PATH', 'HOME', 'USER', 'LANG', 'TMPDIR'),
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_TRAFFIC: 'off',
    DEMO_TRANSACTIONS: '20000',
    SIMULATOR_PORT: String(simulatorPort),
    RATE_LIMIT_AUTH: '1000',
    ...(database === null ? {} : { DATABASE_URL: database.url }),
    ...extraEnv,
  }
  const server = spawn(process.execPath, ['server/dist/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const halt = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  }
  const remove = async () => {
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const stop = () => halt().then(remove)
  try {
    await ready(server, baseUrl)
    await disableRandomFailures(simulatorPort)
  } catch (failure) {
    await stop()
    throw failure
  }
  const halted: HaltedDemo = { dataDir, database: database?.name ?? null }
  return { halt, remove, stop, halted, baseUrl, env }
}

async function ready(server: ChildProcess, baseUrl: string) {
  let output = ''
  const listen = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000)
  }
  server.stdout?.on('data', listen)
  server.stderr?.on('data', listen)
  const giveUpAt = Date.now() + startWithinMs
  while (Date.now() < giveUpAt) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}:\n${output}`)
    const response = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`The server was not ready after ${startWithinMs / 1000} s:\n${output}`)
}

/** Disables random failures of external services: a test requests a failure by the account number. */
async function disableRandomFailures(simulatorPort: number) {
  const noFailures = { nameFailures: 0, registerFailures: 0, registerSilences: 0, hookFailures: 0, hookSilences: 0 }
  const response = await fetch(`http://127.0.0.1:${simulatorPort}/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...noFailures, transfers: { approved: 1 } }),
  })
  if (!response.ok) throw new Error(`The simulator could not be reset: ${await response.text()}`)
}

/** Creates an empty database on the server, or a copy of one there. */
async function createDatabase(serverUrl: string, template?: string | null) {
  const name = `kobo_e2e_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await execute(serverUrl, template ? `create database ${name} template ${template}` : `create database ${name}`)
  return { name, url: url.href, drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`) }
}

async function execute(serverUrl: string, sql: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found')
  return address.port
}

function inherited(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
