import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { StartupError } from '@kobo/server/startup-error'
import { runAsOwner } from './run-as-owner.ts'

/** Point at which recovery ends: a time, the moment before a transaction, or the end of the archived WAL. */
export type RecoveryTarget = { time: string } | { beforeTransaction: string } | 'latest'

export interface Repository {
  /** Configuration file of pgBackRest. */
  config: string
  stanza: string
}

export interface RestoredDatabase {
  /** URL of the named database, over a socket that only the owner of the folder can reach. */
  url(database: string): string
  /** Label of the restored backup. */
  backup: string
  restoreMs: number
  recoveryMs: number
  /** Commit time of the last recovered transaction; null if the WAL held none. */
  newestCommit: Date | null
  stop(): Promise<void>
}

const recoveryTimeoutMs = 4 * 3_600_000

const infoSchema = z.array(
  z.object({
    backup: z.array(z.object({ label: z.string() })),
    db: z.array(z.object({ version: z.string() })),
    status: z.object({ code: z.number(), message: z.string() }),
  }),
)

/** Restores a database into an empty folder and starts it there, apart from the one that is backed up. */
export async function restoreDatabase(
  { config, stanza }: Repository,
  folder: string,
  target: RecoveryTarget,
): Promise<RestoredDatabase> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new StartupError(`${folder} is not empty.`)
  const ofStanza = [`--config=${config}`, `--stanza=${stanza}`]
  const version = await backedUpVersion(ofStanza)
  const bin = `/usr/lib/postgresql/${version}/bin`
  await runAsOwner('mkdir', '-p', '-m', '700', folder)
  const began = performance.now()
  const said = await runAsOwner(
    'pgbackrest',
    ...ofStanza,
    `--pg1-path=${folder}`,
    // The rehearsal must never write to the archive that it reads.
    '--archive-mode=off',
    '--log-level-console=info',
    ...targetOptions(target),
    'restore',
  )
  const restored = performance.now()
  const pgCtl = (...args: string[]) => runAsOwner(join(bin, 'pg_ctl'), '-D', folder, '-w', ...args)
  await writeConfiguration(folder)
  await pgCtl(
    'start',
    '-t',
    String(recoveryTimeoutMs / 1000),
    '-l',
    join(folder, 'rehearsal.log'),
    '-o',
    serverOptions(folder),
  )
  const stop = async () => {
    await pgCtl('stop', '-m', 'fast')
  }
  const url = (database: string) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
  try {
    const newestCommit = await waitForRecovery(url('postgres'))
    return {
      url,
      backup: /restore backup set (\S+?),/.exec(said)?.[1] ?? 'unknown',
      restoreMs: restored - began,
      recoveryMs: performance.now() - restored,
      newestCommit,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the release of PostgreSQL that the newest backup is of. */
async function backedUpVersion(ofStanza: string[]): Promise<string> {
  const [stanza] = infoSchema.parse(JSON.parse(await runAsOwner('pgbackrest', ...ofStanza, '--output=json', 'info')))
  if (!stanza || stanza.backup.length === 0) {
    throw new StartupError(`The repository holds no backup: ${stanza?.status.message ?? 'unknown stanza'}.`)
  }
  return stanza.db.at(-1)?.version ?? ''
}

function targetOptions(target: RecoveryTarget): string[] {
  if (target === 'latest') return ['--type=default']
  const end = ['--target-action=promote', '--target-timeline=current']
  if ('time' in target) return ['--type=time', `--target=${target.time}`, ...end]
  return ['--type=xid', `--target=${target.beforeTransaction}`, '--target-exclusive', ...end]
}

/** Writes a configuration of its own: that of the original may lie elsewhere, listen on its port or ask for a standby. */
async function writeConfiguration(folder: string): Promise<void> {
  const write = (name: string, text: string) =>
    runAsOwner('sh', '-c', 'printf "%s" "$1" > "$2"', 'sh', text, join(folder, name))
  await write('rehearsal.conf', '')
  // The socket's folder is readable by its owner alone.
  await write('rehearsal-hba.conf', 'local all all trust\n')
}

function serverOptions(folder: string): string {
  const values = {
    config_file: `${folder}/rehearsal.conf`,
    hba_file: `${folder}/rehearsal-hba.conf`,
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    // Connections are accepted once recovery has ended, so that nothing is read half-way.
    hot_standby: 'off',
    archive_mode: 'off',
    synchronous_standby_names: '',
    shared_buffers: '512MB',
  }
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
}

/** Resolves once recovery has ended, with the commit time of the last recovered transaction. */
async function waitForRecovery(url: string): Promise<Date | null> {
  const until = Date.now() + recoveryTimeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ recovering: boolean; newest: Date | null }>(
        'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as newest',
      )
      const [state] = rows
      if (state?.recovering === false) return state.newest
    } catch (error) {
      if (Date.now() > until) throw error
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(200)
  }
}
