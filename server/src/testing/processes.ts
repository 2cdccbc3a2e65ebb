import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  parentPid: number
  command: string
}

/** All living processes; from /proc where there is one, because a small machine may lack `ps`. */
export function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parentPid: parentOf(name), command: commandOf(name) }))
    .filter(({ command }) => command !== '')
}

/** Empty for a process that has just ended, or that has ended and waits for its parent. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function parentOf(name: string): number {
  try {
    // The name of the command stands in parentheses, and may itself hold some.
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
