import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'

const run = promisify(execFile)

/** The watchdog's name in the process list; a server under it has a live owner. */
export const watchdogName = 'kobo-console-watchdog'

/** Contents of the status file that a running server writes into its folder. */
interface Status {
  pid: number
  port: number
  state: string
}

/** A server that runs on the folder; `owned`: the process that started it is alive. */
export interface Found extends Status {
  owned: boolean
}

/** Reads the server's status file, which may predate the last crash. */
export async function readStatus(cluster: string): Promise<Status | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? 'starting' } : null
}

/** Finds a live server on the folder. Deletes a status file whose process id now belongs to another program. */
export async function findServer(cluster: string): Promise<Found | null> {
  const status = await readStatus(cluster)
  if (status === null) return null
  const found = await processOf(status.pid)
  if (found === null) return null
  if (!found.command.includes(`-D ${cluster} -c `)) {
    // PostgreSQL itself would take any live process with that id for a server and refuse to start.
    const again = await readStatus(cluster)
    if (again?.pid === status.pid) await rm(join(cluster, 'postmaster.pid'), { force: true })
    return null
  }
  const parent = await processOf(found.parent)
  return { ...status, owned: parent?.command.includes(watchdogName) ?? false }
}

/** Waits for a server that is stopping, stops one whose owner has died, and rejects a folder that a live owner uses. */
export async function takeOver(cluster: string, dataDir: string): Promise<void> {
  let stoppedPid = 0
  let ownedSince: number | null = null
  for (;;) {
    const found = await findServer(cluster)
    if (found === null) return
    if (!found.owned && stoppedPid !== found.pid) {
      stoppedPid = found.pid
      try {
        process.kill(found.pid, 'SIGINT')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EPERM') throw inUse(dataDir)
      }
    }
    // The watchdog of an owner that was just killed needs a moment to notice.
    ownedSince = found.owned && found.state !== 'stopping' ? (ownedSince ?? Date.now()) : null
    if (ownedSince !== null && Date.now() - ownedSince > 2000) throw inUse(dataDir)
    await sleep(20)
  }
}

/** Error for a folder that another console has open. */
export function inUse(dataDir: string): StartupError {
  return new StartupError(
    `Another Kobo Console is using the folder ${dataDir}. Stop it, or choose another folder with DATA_DIR.`,
  )
}

/** Returns null if there is no such process, or only a zombie. */
async function processOf(pid: number): Promise<{ command: string; parent: number } | null> {
  if (process.platform === 'linux') {
    const [command, stat] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    ])
    // The name in brackets may itself contain brackets and blanks; state and parent follow the last one.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return stat === '' ? null : { command: command.replaceAll('\0', ' '), parent }
  }
  const output = await run('ps', ['-o', 'ppid=,command=', '-p', `${pid}`]).catch(() => null)
  const [, parent, command] = output?.stdout.match(/^\s*(\d+)\s+(.*)$/m) ?? []
  return command === undefined ? null : { command, parent: Number(parent) }
}
