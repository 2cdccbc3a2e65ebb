import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '../db/migrate.ts'
import { onServer } from './database-cluster.ts'
import { freePorts } from './free-ports.ts'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'

/** A primary and a replica that streams from it, of the installed PostgreSQL. */
export interface PostgresPair {
  primaryUrl: string
  replicaUrl: string
  /** Runs a statement as superuser. */
  onPrimary(statement: string): Promise<Record<string, unknown>[]>
  onReplica(statement: string): Promise<Record<string, unknown>[]>
  /** Stops the replica without completing what it does. */
  cutReplica(): Promise<void>
  startReplica(): Promise<void>
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Returns the folder of PostgreSQL's programs, those of the embedded one being too few; null if it is not installed. */
export function installedPostgres(): string | null {
  if (!existsSync(installed)) return null
  const folders = readdirSync(installed).toSorted((a, b) => Number(b) - Number(a))
  return (
    folders.map((folder) => join(installed, folder, 'bin')).find((bin) => existsSync(join(bin, 'pg_basebackup'))) ??
    null
  )
}

/** Starts both, with a migrated database. PostgreSQL does not run as root: as its own user then. */
export async function startPostgresPair(bin: string): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'kobo-pair-'))
  const account = process.getuid?.() === 0 ? await accountOf('postgres') : null
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  const program = (name: string, ...args: string[]) => run(join(bin, name), args, { cwd: folder, ...account })
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')]
  const [primaryPort = 0, replicaPort = 0] = await freePorts(2)
  const quick = '-c fsync=off -c full_page_writes=off -c shared_buffers=64MB -c autovacuum=off'
  const start = (data: string, port: number) => {
    const options = `-p ${port} -h 127.0.0.1 -k '' ${quick} -c max_standby_streaming_delay=0 -c max_connections=60`
    return program('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options)
  }
  const halt = (data: string) => program('pg_ctl', 'stop', '-m', 'immediate', '-D', data).catch(() => {})
  const at = (port: number, role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const stop = async () => {
    await halt(replica)
    await halt(primary)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await program(
      'initdb',
      '-D',
      primary,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    )
    await start(primary, primaryPort)
    const superuser = at(primaryPort, 'postgres', 'postgres')
    await onServer(superuser, 'create role kobo login')
    await onServer(superuser, 'grant pg_read_all_stats to kobo')
    await onServer(superuser, 'create database kobo owner kobo')
    await migrate(at(primaryPort, 'kobo', 'kobo'))
    const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres']
    await program('pg_basebackup', '-D', replica, ...source, '-R', '--checkpoint=fast', '--no-sync')
    await start(replica, replicaPort)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    primaryUrl: at(primaryPort, 'kobo', 'kobo'),
    replicaUrl: at(replicaPort, 'kobo', 'kobo'),
    onPrimary: (statement) => onServer(at(primaryPort, 'postgres', 'kobo'), statement),
    onReplica: (statement) => onServer(at(replicaPort, 'postgres', 'kobo'), statement),
    cutReplica: async () => {
      await halt(replica)
    },
    startReplica: async () => {
      await start(replica, replicaPort)
    },
    promote: async () => {
      await program('pg_ctl', 'promote', '-w', '-D', replica)
    },
    stop,
  }
}

async function accountOf(user: string): Promise<{ uid: number; gid: number }> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, user])))
  const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout))
  return { uid, gid }
}
