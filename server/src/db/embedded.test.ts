import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { serverRoot } from '../server-folder.ts'
import { bundled } from '../testing/bundled.ts'
import { onServer } from '../testing/database-cluster.ts'
import { runningProcesses } from '../testing/processes.ts'
import { linkLibraries } from './embedded-binaries.ts'
import { places } from './embedded-cluster.ts'
import { sharedBuffers } from './embedded-process.ts'
import { readStatus } from './embedded-status.ts'
import { attachOrStart, startEmbedded } from './embedded.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const hasNamespaces = spawnSync('unshare', ['--user', 'true']).status === 0
let temporary = ''

beforeAll(async () => {
  temporary = await realpath(await mkdtemp(join(tmpdir(), 'kobo-embedded-')))
  // PostgreSQL drops root and must still reach this folder.
  if (isRoot) await run('chmod', ['711', temporary])
})

afterAll(async () => {
  await rm(temporary, { recursive: true })
})

describe('embedded PostgreSQL', () => {
  it('starts on a new folder, and again on the same one with its rows', async () => {
    const dataDir = join(temporary, 'again')
    const first = await startEmbedded({ dataDir })
    expect(first.started).toBe('new')
    await onServer(first.url, 'create table kept as select 7 as number')
    await first.stop()
    await first.stop()
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])

    const second = await startEmbedded({ dataDir })
    expect(second.started).toBe('existing')
    expect(await onServer(second.url, 'select number from kept')).toEqual([{ number: 7 }])
    await second.stop()
  })

  it.each([
    [256, '128MB'],
    [4_096, '512MB'],
    [65_536, '1024MB'],
  ])('sets shared_buffers to an eighth of %i MB of memory, from 128 MB to 1 GB', (memory, buffers) => {
    expect(sharedBuffers(memory * 2 ** 20)).toBe(buffers)
  })

  it('runs durably and uses an ordinary role that owns its database', async () => {
    const dataDir = join(temporary, 'settings')
    const { url, stop } = await startEmbedded({ dataDir })
    const expected = {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      jit: 'off',
      max_connections: '100',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      listen_addresses: '127.0.0.1',
    }
    for (const [name, value] of Object.entries(expected)) {
      expect(await onServer(url, `select current_setting('${name}') as value`), name).toEqual([{ value }])
    }
    expect(
      await onServer(url, 'select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = user'),
    ).toEqual([{ rolname: 'kobo', rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
    const buffers = await onServer(url, `select pg_size_bytes(current_setting('shared_buffers'))::text as bytes`)
    expect(buffers).toEqual([{ bytes: `${Number.parseInt(sharedBuffers(), 10) * 2 ** 20}` }])
    await onServer(url, 'create extension pg_trgm')
    expect(await onServer(url, `select lower('ṢỌLÁ') as name`)).toEqual([{ name: 'ṣọlá' }])
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(onServer(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect((await stat(places(dataDir).passwords)).mode & 0o777).toBe(0o600)
    await stop()
  })

  it('loses no committed row and leaves no process when node is killed', async () => {
    const dataDir = join(temporary, 'killed')
    const child = await startChild(dataDir)
    const committed = await killAfterRows(child, 100)
    // Immediately, while the watchdog of the killed process is still stopping its server.
    const { url, stop } = await startEmbedded({ dataDir })
    const [stored] = await onServer(url, 'select max(number) as last, count(*)::int as count from kept')
    expect(stored?.['last']).toBeGreaterThanOrEqual(committed)
    expect(stored?.['count']).toBe(stored?.['last'])
    await stop()
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])
  })

  it('stops when node is killed', async () => {
    const dataDir = join(temporary, 'alone')
    const child = await startChild(dataDir)
    expect(await processesOf(dataDir)).not.toEqual([])
    await killAfterRows(child, 1)
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])
  })

  it('takes over a database whose node and watchdog were both killed', async () => {
    const dataDir = join(temporary, 'orphan')
    const child = await startChild(dataDir)
    const committed = Number(String((await child.lines.next()).value).replace('committed ', ''))
    const server = await readStatus(places(dataDir).cluster)
    const watchdogs = runningProcesses().filter(
      ({ command }) => command.includes(dataDir) && command.includes('watchdog'),
    )
    expect(watchdogs).not.toEqual([])
    child.process.kill('SIGSTOP')
    for (const { pid } of watchdogs) process.kill(pid, 'SIGKILL')
    child.process.kill('SIGKILL')

    const { url, stop } = await startEmbedded({ dataDir })
    expect((await readStatus(places(dataDir).cluster))?.pid).not.toBe(server?.pid)
    expect(await onServer(url, `select count(*) >= ${committed} as kept from kept`)).toEqual([{ kept: true }])
    await stop()
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])
  })

  it('restarts at the same URL when PostgreSQL is killed', async () => {
    const dataDir = join(temporary, 'crash')
    const logLines: string[] = []
    const { url, stop } = await startEmbedded({ dataDir, log: (line) => logLines.push(line) })
    await onServer(url, 'create table kept as select 7 as number')
    process.kill((await readStatus(places(dataDir).cluster))?.pid ?? 0, 'SIGKILL')
    const rows = () => onServer(url, 'select number from kept').catch(() => 'away')
    await expect.poll(rows, { timeout: 10_000 }).toEqual([{ number: 7 }])
    expect(logLines[0]).toBe('The database exited unexpectedly; restarting it.')
    await stop()
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])
  })

  it('rejects a folder that another console is using with a clear message', async () => {
    const dataDir = join(temporary, 'shared')
    const first = await startEmbedded({ dataDir })
    const second = startEmbedded({ dataDir })
    await expect(second).rejects.toThrow(StartupError)
    await expect(second).rejects.toThrow(
      `Another Kobo Console is using the folder ${dataDir}. Stop it, or choose another folder with DATA_DIR.`,
    )
    expect(await onServer(first.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await first.stop()
  })

  it('starts only one of two that open a new folder at the same time', async () => {
    const dataDir = join(temporary, 'race')
    const both = await Promise.allSettled([startEmbedded({ dataDir }), startEmbedded({ dataDir })])
    const winners = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const reasons = both.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(winners).toHaveLength(1)
    expect(String(reasons[0])).toContain('Another Kobo Console is using the folder')
    for (const winner of winners) {
      expect(await onServer(winner.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
      await winner.stop()
    }
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('starts when the process id of a crashed server is free or reused by another program', async () => {
    const dataDir = join(temporary, 'stale')
    const { cluster } = places(dataDir)
    await (await startEmbedded({ dataDir })).stop()
    const { uid, gid } = await stat(cluster)
    const other = spawn('sleep', ['60'], isRoot ? { uid, gid, cwd: '/' } : {})
    const exitedProcess = spawn('true')
    await once(exitedProcess, 'exit')
    for (const pid of [other.pid, exitedProcess.pid]) {
      await writeFile(
        join(cluster, 'postmaster.pid'),
        `${pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
      )
      await run('chown', [`${uid}:${gid}`, join(cluster, 'postmaster.pid')])
      const { url, stop } = await startEmbedded({ dataDir })
      expect(await onServer(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
      await stop()
    }
    expect(other.exitCode).toBeNull()
    other.kill()
  })

  it('attaches a tool to the running database or starts a new one', async () => {
    const dataDir = join(temporary, 'tools')
    const own = await attachOrStart({ dataDir })
    expect(own.started).toBe('new')
    await own.stop()
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])

    const child = await startChild(dataDir)
    const attached = await attachOrStart({ dataDir })
    expect(attached.started).toBe('attached')
    expect(attached.url).toBe(child.url)
    await attached.stop()
    expect(await onServer(child.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await killAfterRows(child, 1)
    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([])
  })

  it('reports an unusable data folder with a clear message', async () => {
    const file = join(temporary, 'file')
    await writeFile(file, '')
    await expect(startEmbedded({ dataDir: file })).rejects.toThrow(`The data folder ${file} cannot be opened`)

    const old = join(temporary, 'old')
    await mkdir(places(old).cluster, { recursive: true })
    await writeFile(join(places(old).cluster, 'PG_VERSION'), '9\n')
    await expect(startEmbedded({ dataDir: old })).rejects.toThrow('The data folder was written by PostgreSQL 9')
  })

  it.runIf(isRoot && hasNamespaces)('starts for root in a folder private to root', async () => {
    const home = join(temporary, 'private')
    await mkdir(home, { mode: 0o700 })
    const child = await startChild(join(home, 'data'))
    await killAfterRows(child, 1)
    await expect.poll(() => processesOf(home), { timeout: 10_000 }).toEqual([])
  })

  it.runIf(isRoot)('reports an unusable folder to root on a system without user namespaces', async () => {
    const home = join(temporary, 'closed')
    await mkdir(home, { mode: 0o700 })
    const programs = join(temporary, 'programs')
    await mkdir(programs)
    await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const path = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
    await expect(startChild(join(home, 'data'), path)).rejects.toThrow(
      `cannot open ${join(home, 'data')}: set DATA_DIR to a folder outside private homes`,
    )
  })

  it('creates the library links that npm packages cannot contain, also concurrently', async () => {
    const native = join(temporary, 'package/native')
    await mkdir(join(native, 'lib'), { recursive: true })
    const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify([link]))
    await Promise.all([linkLibraries(native), linkLibraries(native)])
    await linkLibraries(native)
    expect(await readdir(join(native, 'lib'))).toEqual(['libpq.so.5'])
    expect(await readlink(join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18')
  })
})

interface Child {
  process: ChildProcess
  url: string
  lines: AsyncIterator<string>
}

/** Starts another node process that has the folder open and inserts rows. */
async function startChild(dataDir: string, env: Record<string, string> = {}): Promise<Child> {
  const child = spawn(process.execPath, [bundled('testing/database-child.ts'), dataDir], {
    cwd: serverRoot(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const first = String((await lines.next()).value)
  if (!first.startsWith('url ')) throw new Error(first)
  return { process: child, url: first.slice('url '.length), lines }
}

/** Kills it in the middle of its work; returns the last number that it reported as committed. */
async function killAfterRows(child: Child, count: number): Promise<number> {
  let last = 0
  for (;;) {
    const line = await child.lines.next()
    if (line.done) return last
    last = Number(line.value.replace('committed ', ''))
    if (last === count) child.process.kill('SIGKILL')
  }
}

/** The command lines of all live processes that were started for a folder. */
async function processesOf(folder: string): Promise<string[]> {
  await sleep(0)
  return runningProcesses()
    .map(({ command }) => command)
    .filter((command) => command.includes(folder) && !command.includes('database-child'))
}
