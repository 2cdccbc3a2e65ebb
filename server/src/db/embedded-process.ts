import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { type Account, environment } from './embedded-os-user.ts'
import { readStatus, watchdogName } from './embedded-status.ts'

/** A PostgreSQL server that does not outlive this process. */
export interface RunningServer {
  pid: number
  /** Settles when it has ended, requested or not. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** The port was taken between choosing and opening it. */
export class PortInUseError extends Error {}

/** Another server has the folder open. */
export class FolderInUse extends Error {}

// The pipe on the watchdog's standard input closes when node ends in any way; the server then performs a fast shutdown and, after
// 30 seconds, an immediate one, which costs a recovery at the next start but no commit.
const watchdog = `
exec 3<&0 </dev/null
"$@" 3<&- >&2 &
server=$!
echo $server
exec >&2
(
  while read -r line <&3; do :; done
  kill -INT $server
  tenths=0
  while [ $tenths -lt 300 ] && kill -0 $server; do sleep 0.1; tenths=$((tenths + 1)); done
  kill -QUIT $server
) 2>/dev/null &
guard=$!
exec 3<&-
wait $server
code=$?
kill $guard 2>/dev/null
exit $code
`

const gibibyte = 2 ** 30

const durable = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and details hold personal data, and the log is an ordinary file.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * An eighth of the memory, from 128 MB to 1 GB: frequently read pages stay cached, and most memory is left to the system's cache
 * and the console. `constrainedMemory` is the limit of a container, or a huge number without one.
 */
export function sharedBuffers(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): string {
  const bytes = Math.min(Math.max(memory / 8, gibibyte / 8), gibibyte)
  return `${Math.floor(bytes / 2 ** 20)}MB`
}

interface Launch {
  postgres: string
  account: Account
  cluster: string
  log: string
  port: number
  settings: Record<string, string>
}

/** Starts the server under its watchdog and waits until it accepts connections. */
export async function launch({ postgres, account, cluster, log, port, settings }: Launch): Promise<RunningServer> {
  const connection = { listen_addresses: '127.0.0.1', port: `${port}`, unix_socket_directories: '' }
  const parameters = Object.entries({ ...durable, shared_buffers: sharedBuffers(), ...settings, ...connection })
  const server = [postgres, '-D', cluster, ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [program = '', ...args] = [...account.prefix, 'sh', '-c', watchdog, watchdogName, ...server]
  const logStart = await beginLog(log)
  const logFile = openSync(log, 'a', 0o600)
  const child = spawn(program, args, {
    cwd: '/',
    env: environment,
    uid: account.uid,
    gid: account.gid,
    stdio: ['pipe', 'pipe', logFile],
    // A separate session, so that Ctrl-C reaches only node, which then shuts down in order.
    detached: true,
  })
  closeSync(logFile)
  let over = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  }).then(() => {
    over = true
  })
  child.stdin?.on('error', () => {})
  const pid = await Promise.race([firstNumber(child.stdout), ended.then(() => 0)])
  while (!over) {
    const status = await readStatus(cluster)
    if (status?.pid === pid && status.state === 'ready') {
      child.unref()
      return { pid, ended, stop }
    }
    await sleep(5)
  }
  throw await startFailure(log, logStart)

  async function stop() {
    child.ref()
    child.stdin?.end()
    await ended
  }
}

async function firstNumber(output: Readable | null): Promise<number> {
  let text = ''
  for await (const part of output ?? []) text += String(part)
  return Number.parseInt(text, 10)
}

/** Rotates a log of more than 10 MB. */
async function beginLog(log: string): Promise<number> {
  const size = (await stat(log).catch(() => null))?.size ?? 0
  if (size < 10_000_000) return size
  await rename(log, `${log}.old`)
  return 0
}

async function startFailure(log: string, from: number): Promise<Error> {
  const logText = (await readFile(log)).subarray(from).toString()
  if (/lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(logText))
    return new FolderInUse()
  if (/could not bind|could not create any TCP\/IP sockets/.test(logText)) return new PortInUseError()
  const reason = logText.match(/(?:FATAL|PANIC):\s+(.*)/)?.[1] ?? logText.trim().split('\n').at(-1)
  return new StartupError(`PostgreSQL did not start: ${reason || 'it exited immediately'} (its log is ${log}).`)
}

/** A loopback port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
