import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseUser, postgresBin } from '../tools/cluster/programs.ts'
import { freePort } from './bench-server.ts'
import { postgresMs } from './processor-time.ts'

const run = promisify(execFile)
const settings = {
  fsync: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
  // As recommended for a replica that serves exports.
  hot_standby_feedback: 'on',
}

/** A primary and a replica that streams from it, of the installed PostgreSQL. */
export interface PostgresPair {
  primaryUrl(database: string): string
  replicaUrl(database: string): string
  /** Runs a statement on the primary as superuser. */
  onPrimary(statement: string): Promise<void>
  /** Copies the primary as it is now, and starts the copy as its replica. */
  addReplica(): Promise<void>
  /** Milliseconds for which each has occupied a processor. */
  used(): { primary: number; replica: number }
  stop(): Promise<void>
}

/** Starts the primary with the product's role and an empty database of the same name. Throws if PostgreSQL is not installed. */
export async function startPostgresPair(): Promise<PostgresPair> {
  if (!existsSync(join(postgresBin, 'pg_basebackup'))) throw new Error(`PostgreSQL is not installed in ${postgresBin}`)
  const folder = mkdtempSync(join(tmpdir(), 'kobo-bench-pair-'))
  const user = databaseUser()
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const program = (name: string, ...args: string[]) =>
    run(join(postgresBin, name), args, { cwd: folder, ...(user && { uid: user.uid, gid: user.gid }) })
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')]
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  const start = async (data: string, port: number) => {
    const set = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    const options = ['-p', port, '-h', '127.0.0.1', '-k', "''", ...set].join(' ')
    await program('pg_ctl', 'start', '-w', '-D', data, '-l', `${data}.log`, '-o', options)
  }
  const halt = (data: string) => program('pg_ctl', 'stop', '-m', 'immediate', '-D', data).catch(() => {})
  const at = (port: number, role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const onPrimary = async (statement: string) => {
    const client = new pg.Client({ connectionString: at(primaryPort, 'postgres', 'postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const stop = async () => {
    await halt(replica)
    await halt(primary)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const format = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    await program('initdb', '-D', primary, '-U', 'postgres', ...format)
    await start(primary, primaryPort)
    await onPrimary('create role kobo login')
    await onPrimary('grant pg_read_all_stats to kobo')
    await onPrimary('create database kobo owner kobo')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    primaryUrl: (database) => at(primaryPort, 'kobo', database),
    replicaUrl: (database) => at(replicaPort, 'kobo', database),
    onPrimary,
    async addReplica() {
      const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres']
      await program('pg_basebackup', '-D', replica, ...source, '-R', '--checkpoint=fast', '--no-sync')
      await start(replica, replicaPort)
    },
    used: () => ({ primary: postgresMs(postmasterOf(primary)), replica: postgresMs(postmasterOf(replica)) }),
    stop,
  }
}

function postmasterOf(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
}
