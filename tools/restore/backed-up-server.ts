import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@kobo/server/db/embedded-process'
import { runAsOwner } from './run-as-owner.ts'

/** The archive receives a segment at least this often, which bounds what a lost machine takes with it. */
export const archiveSeconds = 60

export interface BackedUpServer {
  /** Data folder of the database. */
  cluster: string
  bin: string
  /** Configuration file of pgBackRest. */
  config: string
  url(database: string): string
  backUp(type: 'full' | 'incr'): Promise<void>
  /** Stops the database at once, as a lost machine would, and deletes its folder. */
  destroy(): Promise<void>
  stop(): Promise<void>
}

/** Returns what must be installed first, as names of Debian packages. */
export function missingPackages(): string[] {
  return [...(newestBin() === null ? ['postgresql'] : []), ...(existsSync('/usr/bin/pgbackrest') ? [] : ['pgbackrest'])]
}

function newestBin(): string | null {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : []
  const newest = versions
    .filter((version) => existsSync(`${folder}/${version}/bin/initdb`))
    .toSorted((a, b) => b - a)[0]
  return newest === undefined ? null : `${folder}/${newest}/bin`
}

/** Starts a database in a folder of its own, which archives its WAL to a repository beside it. */
export async function startBackedUpServer(folder: string): Promise<BackedUpServer> {
  const bin = newestBin() ?? ''
  const port = await freePort()
  const owned = join(folder, 'database')
  const cluster = join(owned, 'cluster')
  const config = join(folder, 'pgbackrest.conf')
  await mkdir(owned)
  // Its owner writes here, and nobody else shares the temporary folder.
  await chmod(owned, 0o777)
  await writeFile(
    config,
    `[global]
repo1-path=${owned}/repository
repo1-retention-full=2
start-fast=y
log-level-file=off
lock-path=${owned}/locks
spool-path=${owned}/spool
[kobo]
pg1-path=${cluster}
pg1-port=${port}
pg1-socket-path=${owned}
`,
  )
  await chmod(config, 0o644)
  await runAsOwner(
    join(bin, 'initdb'),
    '-D',
    cluster,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  )
  await runAsOwner(
    'sh',
    '-c',
    'printf "%s" "$1" >> "$2"',
    'sh',
    `port = ${port}
unix_socket_directories = '${owned}'
archive_mode = on
archive_command = 'pgbackrest --config=${config} --stanza=kobo archive-push %p'
archive_timeout = ${archiveSeconds}
max_connections = 150
shared_buffers = 512MB
`,
    join(cluster, 'postgresql.conf'),
  )
  const pgCtl = (...args: string[]) => runAsOwner(join(bin, 'pg_ctl'), '-D', cluster, '-w', ...args)
  await pgCtl('start', '-l', join(owned, 'postgresql.log'))
  const pgbackrest = (...args: string[]) => runAsOwner('pgbackrest', `--config=${config}`, '--stanza=kobo', ...args)
  await runAsOwner(join(bin, 'createdb'), '-h', owned, '-p', String(port), '-U', 'postgres', 'kobo')
  await pgbackrest('stanza-create')
  let isRunning = true
  return {
    cluster,
    bin,
    config,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async backUp(type) {
      await pgbackrest(`--type=${type}`, 'backup')
    },
    async destroy() {
      isRunning = false
      await pgCtl('stop', '-m', 'immediate')
      await runAsOwner('rm', '-rf', cluster)
    },
    async stop() {
      if (isRunning) await pgCtl('stop', '-m', 'immediate')
      isRunning = false
    },
  }
}
