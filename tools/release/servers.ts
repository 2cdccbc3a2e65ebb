import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Balancer } from './balancer.ts'

/** What all servers share. */
interface Installation {
  dataDir: string
  databaseUrl: string
  address: string
  balancer: Balancer
}

/** Servers by name, each of some release, on the same database and files. */
export class Servers {
  readonly #installation: Installation
  readonly #running = new Map<string, ChildProcess>()

  constructor(installation: Installation) {
    this.#installation = installation
  }

  async start(name: string, folder: string): Promise<void> {
    const { dataDir, databaseUrl, address, balancer } = this.#installation
    const port = await freePort()
    const server = spawn(process.execPath, [join(folder, 'server/dist/main.js')], {
      cwd: folder,
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: address,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        DEMO: '1',
        DEMO_TRAFFIC: 'off',
        DEMO_TRANSACTIONS: '10000',
        RATE_LIMIT: '1000000',
        RATE_LIMIT_SESSION: '1000000',
        RATE_LIMIT_SIGNED: '10000000',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#running.set(name, server)
    for (;;) {
      if (server.exitCode !== null) throw new Error(`The server ${name} of ${folder} did not start`)
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (response?.ok) break
      await sleep(200)
    }
    balancer.add(name, port)
  }

  /** Starts the new server beside, before the old one gets SIGTERM and completes its calls and jobs. */
  async replace(name: string, folder: string): Promise<void> {
    const old = this.#running.get(name)
    this.#running.delete(name)
    this.#installation.balancer.remove(name)
    if (old) this.#running.set(`${name} before`, old)
    await this.start(name, folder)
    // Until the balancer has seen that it is ready.
    await sleep(1_000)
    await this.#end(`${name} before`)
  }

  async stop(): Promise<void> {
    for (const name of this.#running.keys()) await this.#end(name)
  }

  async #end(name: string): Promise<void> {
    const server = this.#running.get(name)
    this.#running.delete(name)
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
}

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
