import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  parentPid: number
  command: string
}

/** Lists the running processes, from /proc where available, because a small machine may lack `ps`. */
export function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parentPid: parentOf(name), command: commandOf(name) }))
    .filter(({ command }) => command !== '')
}

/** Returns the command, empty for a process that has exited or is a zombie. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function parentOf(name: string): number {
  try {
    // The command's name is in parentheses and may contain some itself.
    const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(parent)
  } catch {
    return 0
  }
}

function fromPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid, parentPid, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parentPid: Number(parentPid), command: command.join(' ') }
  })
}
