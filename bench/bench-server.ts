import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BenchServer {
  baseUrl: string
  /** Data folder, by which the demo's commands find the server. */
  dataDir: string
  /** URL of its embedded database, for the product's role or for a superuser who may create databases. */
  databaseUrl(as?: 'kobo' | 'postgres'): string
  pid: number
  stop(): Promise<void>
}

/** Starts the product on its own folder and port, without rate limits: with a fresh demo, or as `environment` configures. */
export async function startBenchServer(environment: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kobo-bench-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const server = spawn(process.execPath, [join(import.meta.dirname, '../tools/start.mjs')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_SESSION: '1000000',
      RATE_LIMIT_SIGNED: '10000000',
      DEMO_TRAFFIC: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 9000; tries++) {
    const response = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (response?.ok) {
      return { baseUrl, dataDir, databaseUrl: (as = 'kobo') => embeddedUrl(dataDir, as), pid: server.pid ?? 0, stop }
    }
    await sleep(200)
  }
  await stop()
  throw new Error('The server did not start')
}

/** Returns the process's peak memory in megabytes since the last reset, as counted by Linux. */
export function mostHeldMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Resets the peak to the current memory. */
export function resetMostHeld(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

export function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function embeddedUrl(dataDir: string, as: 'kobo' | 'postgres'): string {
  const passwords: { kobo: string; postgres: string } = JSON.parse(
    readFileSync(join(dataDir, 'postgres/passwords.json'), 'utf8'),
  )
  const port = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://${as}:${passwords[as]}@127.0.0.1:${port}/${as}`
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
