import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of PostgreSQL's programs; another installation's may be given. */
export const postgresBin = process.env['POSTGRES_BIN'] || '/usr/lib/postgresql/15/bin'

const packages: Record<string, string> = {
  [join(postgresBin, 'initdb')]: 'postgresql-15',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
  openssl: 'openssl',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  prometheus: 'prometheus',
  setpriv: 'util-linux',
}

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/bin', '/usr/local/bin']

/** Path of a program, or null if it is not installed. */
export function findProgram(name: string): string | null {
  if (name.startsWith('/')) return existsSync(name) ? name : null
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** Path of a program that `missingPackages` has found. */
export function program(name: string): string {
  const path = findProgram(name)
  if (path === null) throw new Error(`${name} is not installed`)
  return path
}

/** Debian packages that the installation needs and this machine lacks. */
export function missingPackages(): string[] {
  const missing = Object.entries(packages).filter(([name]) => findProgram(name) === null)
  return [...new Set(missing.map(([, name]) => name))]
}

const isRoot = process.getuid?.() === 0

/** The user of PostgreSQL, which refuses to run as root; null if this process is not root itself. */
export function databaseUser(): { name: string; uid: number; gid: number } | null {
  if (!isRoot) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { name: 'postgres', uid: idOf('-u'), gid: idOf('-g') }
}

/** Whether this process may create network namespaces and mounts. */
export function mayIsolate(): boolean {
  const isolated = ['--net', '--mount', '--propagation', 'private', 'ip', 'link', 'set', 'lo', 'up']
  return isRoot && spawnSync('unshare', isolated).status === 0
}

/** Whether it may also delay the packets of such a network. */
export function mayDelay(): boolean {
  const delayed = ['--net', 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem', 'delay', '1ms']
  return mayIsolate() && spawnSync('unshare', delayed).status === 0
}
