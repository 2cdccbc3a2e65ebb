import { setTimeout as sleep } from 'node:timers/promises'
import { type DemoServer, startDemoServer } from '../drill/demo-server.ts'
import type { Balancer } from './balancer.ts'

/** Servers by name, each of some release, on the same database and files, behind one balancer. */
export class Servers {
  readonly #balancer: Balancer
  readonly #env: Record<string, string>
  readonly #running = new Map<string, DemoServer>()

  /** `env` is what all servers share. */
  constructor(balancer: Balancer, env: Record<string, string>) {
    this.#balancer = balancer
    this.#env = env
  }

  async start(name: string, folder: string): Promise<void> {
    const server = await startDemoServer(folder, this.#env)
    this.#running.set(name, server)
    this.#balancer.add(name, server.port)
  }

  /** Starts the new server beside, before the old one gets SIGTERM and completes its calls and jobs. */
  async replace(name: string, folder: string): Promise<void> {
    const old = this.#running.get(name)
    await this.start(name, folder)
    // Until the balancer has seen that it is ready.
    await sleep(1_000)
    await old?.stop()
  }

  async stop(): Promise<void> {
    for (const server of this.#running.values()) await server.stop()
  }
}
