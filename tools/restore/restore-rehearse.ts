import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { checkFiles } from '@kobo/server/rails/check-files'
import { secretsIfKnown } from '@kobo/server/settings'
import { StartupError } from '@kobo/server/startup-error'
import { withStoredFiles } from '../drill/stored-files.ts'
import { root } from '../root.mjs'
import { type RecoveryTarget, restoreDatabase } from './restored-database.ts'

const usage = `Usage: npm run restore:rehearse -- --into FOLDER [--time '2026-11-27 14:00:00+01' | --before-transaction 12345]
  [--config /etc/pgbackrest/pgbackrest.conf] [--stanza kobo] [--database kobo] [--keep]
Restores the newest backup up to a time, to the moment before a transaction, or to the end of the archived WAL, into an empty
folder; runs verify on it and reads all files of DATA_DIR that it refers to. The backed up database is not touched.`

const text = { type: 'string' } as const

/** Rehearses a restore. Exit code 1 if verify or a file has a fault. */
async function rehearse(): Promise<void> {
  const { values } = parseArgs({
    options: {
      into: text,
      time: text,
      'before-transaction': text,
      config: { ...text, default: '/etc/pgbackrest/pgbackrest.conf' },
      stanza: { ...text, default: 'kobo' },
      database: { ...text, default: 'kobo' },
      keep: { type: 'boolean', default: false },
    },
  })
  if (values.into === undefined) throw new StartupError(usage)
  const folder = resolve(values.into)
  const began = Date.now()
  const restored = await restoreDatabase(values, folder, targetOf(values))
  const url = restored.url(values.database)
  try {
    say(
      `Restored backup ${restored.backup} in ${seconds(restored.restoreMs)}, recovered in ${seconds(restored.recoveryMs)}`,
    )
    say(newestCommit(restored.newestCommit, values.time === undefined ? began : Date.parse(values.time)))
    const verified = spawnSync('npm', ['run', '--silent', 'verify', ...asOf(restored.newestCommit)], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, ...secretOfDemo() },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const { checked, faults, expired } = await fileReport(url)
    for (const fault of faults) say(`Fault of file ${fault}`)
    say(`files: ${checked} read, ${faults.length} with a fault, ${expired} exports and statements deleted since`)
    say(`Restored, recovered and checked after ${seconds(Date.now() - began)}`)
    if (verified.status !== 0 || faults.length > 0) process.exitCode = 1
    if (values.keep) say(`It runs in ${folder} for psql "${url}"; stop it with pg_ctl -D ${folder} stop`)
  } finally {
    if (!values.keep) {
      await restored.stop()
      rmSync(folder, { recursive: true })
    }
  }
}

function targetOf(values: { time?: string | undefined; 'before-transaction'?: string | undefined }): RecoveryTarget {
  const transaction = values['before-transaction']
  if (values.time !== undefined && transaction !== undefined) throw new StartupError(usage)
  if (transaction !== undefined) return { beforeTransaction: transaction }
  if (values.time === undefined) return 'latest'
  if (Number.isNaN(Date.parse(values.time))) throw new StartupError(`--time is not a time: ${values.time}`)
  return { time: values.time }
}

function newestCommit(newest: Date | null, until: number): string {
  if (newest === null) return 'No transaction was recovered from the archived WAL after the backup'
  return `Newest transaction: ${newest.toISOString()}, ${seconds(until - newest.getTime())} before the time to restore`
}

/** No worker runs on the restored database, so that verify must judge it as of its last moment. */
function asOf(newest: Date | null): string[] {
  return newest === null ? [] : ['--', '--at', newest.toISOString()]
}

async function fileReport(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await withStoredFiles(process.env, (files) => checkFiles(client, files))
  } finally {
    await client.end()
  }
}

/** The demo's secret lies in DATA_DIR, where verify does not look once DATABASE_URL is set. */
function secretOfDemo(): { SECRET?: string } {
  const [secret] = secretsIfKnown(process.env, root) ?? []
  return secret === undefined ? {} : { SECRET: secret }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await rehearse()
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
