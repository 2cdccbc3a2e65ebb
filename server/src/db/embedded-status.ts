import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'

const run = promisify(execFile)

/** How the watchdog is called in the list of processes; a server under it has a living owner. */
export const watchdogName = 'kobo-console-watchdog'

/** What a running server writes about itself into its folder. */
interface Status {
  pid: number
  port: number
  state: string
}

/** A server that runs on the folder; `owned`: the process that started it lives. */
export interface Found extends Status {
  owned: boolean
}

/** Reads the server's own file; what it says may be older than the last crash. */
export async function readStatus(cluster: string): Promise<Status | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? 'starting' } : null
}

/** Looks for a living server on the folder. A file whose number now belongs to another program is taken away. */
export async function findServer(cluster: string): Promise<Found | null> {
  const status = await readStatus(cluster)
  if (status === null) return null
  const found = await processOf(status.pid)
  if (found === null) return null
  if (!found.command.includes(`-D ${cluster} -c `)) {
    // PostgreSQL itself would take any living process of that number for a server and refuse to start.
    const again = await readStatus(cluster)
    if (again?.pid === status.pid) await rm(join(cluster, 'postmaster.pid'), { force: true })
    return null
  }
  const parent = await processOf(found.parent)
  return { ...status, owned: parent?.command.includes(watchdogName) ?? false }
}

/** Waits for a server that is ending, ends one whose owner has died, and refuses to share a folder with a living owner. */
export async function takeOver(cluster: string, dataDir: string): Promise<void> {
  let asked = 0
  let ownedSince: number | null = null
  for (;;) {
    const found = await findServer(cluster)
    if (found === null) return
    if (!found.owned && asked !== found.pid) {
      asked = found.pid
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

/** The one sentence for a folder that somebody else has open. */
export function inUse(dataDir: string): StartupError {
  return new StartupError(
    `Another Kobo Console is using the folder ${dataDir}. Stop it, or choose another folder with DATA_DIR.`,
  )
}

/** Null when there is no such process, or only its remains. */
async function processOf(pid: number): Promise<{ command: string; parent: number } | null> {
  if (process.platform === 'linux') {
    const [command, stat] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    ])
    // The name in brackets may itself hold brackets and blanks; state and parent follow the last one.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return stat === '' ? null : { command: command.replaceAll('\0', ' '), parent }
  }
  const answer = await run('ps', ['-o', 'ppid=,command=', '-p', `${pid}`]).catch(() => null)
  const [, parent, command] = answer?.stdout.match(/^\s*(\d+)\s+(.*)$/m) ?? []
  return command === undefined ? null : { command, parent: Number(parent) }
}
