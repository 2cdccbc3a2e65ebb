import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../settings-file-store.ts'
import { freePorts } from './free-ports.ts'

/** OpenStack Swift with its S3 protocol: one device, one copy, in a folder of its own. */
export interface Swift {
  place: S3Settings
  /** Kills a server without warning. */
  kill(server: SwiftServer): Promise<void>
  start(server: SwiftServer): Promise<void>
  stop(): Promise<void>
}

export type SwiftServer = 'proxy' | 'object'

type Server = SwiftServer | 'account' | 'container' | 'memcached'

const packages = 'swift-proxy swift-account swift-container swift-object memcached'
const programs = ['swift-proxy-server', 'swift-ring-builder', 'swift-object-server', 'memcached']
const startMs = 60_000
const pollMs = 100
const bucket = 'kobo-files'

/** Returns what must be installed before Swift can start; null if it can. */
export function swiftMissing(): string | null {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return missing.length === 0
    ? null
    : `${missing.join(', ')} not found: install OpenStack Swift (Debian: apt-get install ${packages})`
}

/** Starts Swift on free ports, with one bucket. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'kobo-swift-'))
  const names = ['proxy', 'account', 'container', 'object', 'memcached'] as const
  const free = await freePorts(names.length)
  const ports = Object.fromEntries(names.map((name, index) => [name, free[index] ?? 0])) as Record<Server, number>
  await configure(folder, ports)
  const running = new Map<Server, ChildProcess>()
  const start = async (server: Server) => {
    const [program, args] =
      server === 'memcached'
        ? ['memcached', ['-l', '127.0.0.1', '-p', String(ports.memcached), '-u', userInfo().username]]
        : [`swift-${server}-server`, [join(folder, `${server}.conf`)]]
    // A group of its own, so that its workers end with it.
    running.set(server, spawn(program, args, { stdio: 'ignore', detached: true }))
    await untilOpen(ports[server], server)
  }
  const kill = async (server: Server) => {
    const child = running.get(server)
    if (!child?.pid || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  const stop = async () => {
    for (const name of names) await kill(name)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const name of names.toReversed()) await start(name)
    await makeBucket(ports.proxy)
  } catch (error) {
    await stop()
    throw error
  }
  const place: S3Settings = {
    kind: 's3',
    bucket,
    prefix: 'console/',
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'kobo:console', secretAccessKey: 'secret-of-the-drill' },
  }
  return { place, kill, start, stop }
}

async function configure(folder: string, ports: Record<Server, number>): Promise<void> {
  const devices = join(folder, 'devices')
  await mkdir(join(devices, 'd1'), { recursive: true })
  await writeFile(
    join(folder, 'swift.conf'),
    `[swift-hash]
swift_hash_path_prefix = kobo
swift_hash_path_suffix = drill
[storage-policy:0]
name = one
default = yes
`,
  )
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${devices}
mount_check = false
workers = 1
log_level = ERROR
`
  for (const kind of ['account', 'container', 'object'] as const) {
    const cache = join(folder, `cache-${kind}`)
    await mkdir(cache)
    await writeFile(
      join(folder, `${kind}.conf`),
      `${common(ports[kind])}[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
fallocate_reserve = 0
disable_fallocate = yes
[${kind}-replicator]
recon_cache_path = ${cache}
`,
    )
    const ring = join(folder, `${kind}.builder`)
    run('swift-ring-builder', ring, 'create', '4', '1', '0')
    run('swift-ring-builder', ring, 'add', `r1z1-127.0.0.1:${ports[kind]}/d1`, '1')
    run('swift-ring-builder', ring, 'rebalance')
  }
  await writeFile(
    join(folder, 'proxy.conf'),
    `${common(ports.proxy)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_kobo_console = secret-of-the-drill .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`,
  )
}

function run(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  // A ring of one device is unbalanced by nature, which its builder reports as a warning: exit code 1.
  if (status !== 0 && status !== 1) throw new Error(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`)
}

async function makeBucket(proxyPort: number): Promise<void> {
  const url = `http://127.0.0.1:${proxyPort}`
  const headers = { 'x-auth-user': 'kobo:console', 'x-auth-key': 'secret-of-the-drill' }
  const signedIn = await fetch(`${url}/auth/v1.0`, { headers })
  const token = signedIn.headers.get('x-auth-token') ?? ''
  const account = signedIn.headers.get('x-storage-url') ?? ''
  const made = await fetch(`${account}/${bucket}`, { method: 'PUT', headers: { 'x-auth-token': token } })
  if (!made.ok) throw new Error(`Swift rejected its bucket with ${made.status}: ${await made.text()}`)
}

async function untilOpen(port: number, server: Server): Promise<void> {
  const until = Date.now() + startMs
  while (Date.now() < until) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error(`Swift's ${server} server did not start`)
}
