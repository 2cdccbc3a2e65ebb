import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { root } from '../root.mjs'

const kinds = [
  'payout',
  'batch',
  'move',
  'collection',
  'card batch',
  'authorisation',
  'clearing',
  'image',
  'note',
  'approval',
  'decline',
  'export',
  'download',
] as const

export type Kind = (typeof kinds)[number]

const acknowledgement = z.object({
  /** Instant in milliseconds. */
  at: z.number(),
  kind: z.enum(kinds),
  /** The caller's reference or idempotency key. */
  reference: z.string(),
  /** Record that the reply names. */
  id: z.string(),
  /** SHA-256 of the file that it stores, in hexadecimal. */
  sha256: z.string().optional(),
})

/** A write that its caller was told has taken effect. */
export type Acknowledgement = z.infer<typeof acknowledgement>

interface LoadOptions {
  /** Addresses of the servers, which calls alternate between. */
  urls: readonly string[]
  /** Environment by which the demo's commands find the installation. */
  env: Record<string, string>
  /** File that receives what was refused. */
  log: string
}

/** Longer than an attempt of a call. */
const stopWithinMs = 20_000

/** Calls of merchants and of the switch, each repeated with its own reference until it is acknowledged. */
export class SignedLoad {
  readonly acknowledged: Acknowledgement[] = []
  #child: ChildProcess | null = null

  start({ urls, env, log }: LoadOptions): void {
    const command = [join(root, 'demo/src/drill-load-command.ts'), ...urls.flatMap((url) => ['--url', url])]
    const child = spawn(process.execPath, [...process.execArgv, ...command], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a session of its own, so that Ctrl-C reaches only this process, which ends all in order.
      detached: true,
    })
    this.#child = child
    child.stderr.pipe(createWriteStream(log))
    createInterface({ input: child.stdout }).on('line', (line) =>
      this.acknowledged.push(acknowledgement.parse(JSON.parse(line))),
    )
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    // A call that is never answered is repeated for ever.
    const cut = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await once(child, 'exit')
    clearTimeout(cut)
  }
}

/** Counts acknowledged writes by their kind, as text. */
export function countKinds(acknowledged: readonly Acknowledgement[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of acknowledged) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
}
