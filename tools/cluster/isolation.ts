import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Host } from './configuration.ts'
import { mayIsolate } from './programs.ts'

const marker = 'KOBO_CLUSTER_ISOLATED'

/** Network of an isolated installation, in which the first address is that of all hosts without a network of their own. */
const network = '10.45.28'
const addresses: Partial<Record<Host, string>> = { db1: `${network}.11`, db2: `${network}.12` }

export const isIsolated = process.env[marker] === '1'

/** Address of a host, and the network of all. */
export function addressOf(host: Host): string {
  return isIsolated ? (addresses[host] ?? `${network}.1`) : '127.0.0.1'
}
export const networkRange = isIsolated ? `${network}.0/24` : '127.0.0.1/32'

/**
 * Runs this program again in a network and with mounts of its own, in which each database host can be cut off and has a disk of
 * its own; the system removes both when the program ends. Returns false if the system does not permit that.
 */
export async function runIsolated(): Promise<boolean> {
  if (isIsolated || !mayIsolate()) return false
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn('unshare', ['--net', '--mount', '--propagation', 'private', ...command], {
    stdio: 'inherit',
    env: { ...process.env, [marker]: '1' },
  })
  // Ctrl-C reaches both; the child ends everything in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
  return true
}

/** Creates the networks of the database hosts. */
export function createNetworks(): void {
  ip('link', 'set', 'lo', 'up')
  mkdirSync('/run/netns', { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns'])
  ip('link', 'add', 'kobo', 'type', 'bridge')
  ip('address', 'add', `${network}.1/24`, 'dev', 'kobo')
  ip('link', 'set', 'kobo', 'up')
  for (const [host, address] of Object.entries(addresses)) {
    ip('netns', 'add', host)
    ip('link', 'add', linkOf(host), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host)
    ip('link', 'set', linkOf(host), 'master', 'kobo', 'up')
    ip('-n', host, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', host, 'link', 'set', 'eth0', 'up')
    ip('-n', host, 'link', 'set', 'lo', 'up')
  }
}

/** Words before a command that run it in a host's network. */
export function inNetworkOf(host: Host): string[] {
  return isIsolated && addresses[host] ? ['ip', 'netns', 'exec', host] : []
}

/** Cuts a host's network, in which packets then vanish without an error, or restores it. */
export function setNetwork(host: Host, state: 'up' | 'down'): void {
  ip('link', 'set', linkOf(host), state)
}

/** Delays every packet that leaves a database host by these milliseconds. */
export function delayNetworks(ms: number): void {
  for (const host of Object.keys(addresses)) {
    ip('netns', 'exec', host, 'tc', 'qdisc', 'add', 'dev', 'eth0', 'root', 'netem', 'delay', `${ms}ms`)
  }
}

/** Gives a folder a disk of its own of this size in megabytes. */
export function mountDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
}

function linkOf(host: string): string {
  return `kobo-${host}`
}

function ip(...args: string[]): void {
  execFileSync('ip', args)
}
