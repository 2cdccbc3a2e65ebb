import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { compareAcknowledged } from '../drill/compare-acknowledged.ts'
import { runNpm } from '../drill/run-npm.ts'
import type { Acknowledgement } from '../drill/signed-load.ts'
import { withStoredFiles } from '../drill/stored-files.ts'
import { runAsOwner } from '../restore/run-as-owner.ts'
import type { Cluster, Node } from './cluster.ts'
import { inNetworkOf } from './isolation.ts'
import { postgresBin } from './programs.ts'

const run = promisify(execFile)

/** The archive receives a segment at least this often (`archive_timeout`), which bounds what is lost with both nodes. */
const archiveSeconds = 60

/** Runs what a backup's unit runs on this host, as its timer does. */
export async function backUp(cluster: Cluster, node: Node, type: 'full' | 'incremental'): Promise<void> {
  const unit = readFileSync(join(cluster.folder, 'config', node, `systemd/kobo-backup-${type}.service`), 'utf8')
  for (const command of commandsOf(unit)) {
    const [file, ...args] = [...inNetworkOf(node), ...cluster.asDatabaseUser(), ...command]
    await run(file ?? '', args, { cwd: '/' })
  }
}

/** Commands of a service that runs once, in the order in which systemd runs them, with the priority that it gives them. */
export function commandsOf(unit: string): string[][] {
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, value = '']) => value)
  const priority = valuesOf('Nice').flatMap((level) => ['nice', '-n', level])
  const commands = ['ExecCondition', 'ExecStartPre', 'ExecStart'].flatMap(valuesOf)
  return commands.map((command) => [...priority, ...command.split(' ')])
}

/** Restores the newest backup beside the installation, up to the end of the archive; returns what is wrong with it. */
export async function rehearseRestore(
  cluster: Cluster,
  confirmed: readonly Acknowledgement[],
  say: (line: string) => void,
): Promise<string[]> {
  const began = Date.now()
  const into = join(cluster.folder, 'restored', 'database')
  const config = join(cluster.folder, 'config', await cluster.primary(), 'pgbackrest.conf')
  const rehearsal = ['restore:rehearse', '--', '--config', config, '--into', into, '--keep']
  const url = `postgres://postgres@localhost/kobo?host=${encodeURIComponent(into)}`
  const client = new pg.Client({ connectionString: url })
  try {
    if (!(await runNpm(rehearsal, cluster.commandEnv))) return ['npm run restore:rehearse failed']
    await client.connect()
    const { rows } = await client.query<{ newest: Date | null }>('select pg_last_xact_replay_timestamp() as newest')
    const newest = rows[0]?.newest?.getTime() ?? 0
    const env = { ...process.env, ...cluster.commandEnv }
    const { lost, duplicated } = await withStoredFiles(env, (files) => compareAcknowledged(client, files, confirmed))
    const faults = duplicated.map((one) => `duplicated in the restored database: ${one}`)
    // A write was committed before it was confirmed, so that the log up to a later commit contains it.
    const gone = lost.filter(({ at }) => at <= newest)
    faults.push(...gone.map(({ kind, reference }) => `lost in the restored database: ${kind} ${reference}`))
    const seconds = (began - Math.min(began, ...lost.map(({ at }) => at))) / 1000
    say(`  Restored: of ${confirmed.length} confirmed writes those of the last ${seconds.toFixed(1)} s are missing`)
    if (seconds > archiveSeconds) faults.push(`the archive lacks more than the last ${archiveSeconds} s`)
    return faults
  } finally {
    await client.end().catch(() => {})
    await runAsOwner(join(postgresBin, 'pg_ctl'), '-D', into, '-m', 'immediate', 'stop').catch(() => {})
    rmSync(into, { recursive: true, force: true })
  }
}
