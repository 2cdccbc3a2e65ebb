import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@kobo/server/db/embedded-process'

/** Transactions that the demo creates. */
export const demoTransactions = 10_000

export interface DemoServer {
  port: number
  baseUrl: string
  /** Lets it complete its calls and jobs. */
  stop(): Promise<void>
}

/** Starts the built server of a checkout with its demo, without rate limits and traffic of its own, and waits until it is ready. */
export async function startDemoServer(folder: string, env: Record<string, string>): Promise<DemoServer> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [join(folder, 'server/dist/main.js')], {
    cwd: folder,
    env: {
      ...process.env,
      DEMO: '1',
      DEMO_TRAFFIC: 'off',
      DEMO_TRANSACTIONS: String(demoTransactions),
      RATE_LIMIT: '1000000',
      RATE_LIMIT_SESSION: '1000000',
      RATE_LIMIT_SIGNED: '10000000',
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(baseUrl))) {
    if (hasEnded(server)) throw new Error(`The server of ${folder} did not start: run npm run build there first`)
    await sleep(200)
  }
  return {
    port,
    baseUrl,
    async stop() {
      if (hasEnded(server)) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/readyz`).catch(() => null)
  return response?.ok ?? false
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
