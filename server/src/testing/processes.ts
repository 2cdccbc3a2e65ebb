import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  command: string
}

/** All living processes; from /proc where there is one, because a small machine may lack `ps`. */
export function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
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

function fromPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.replace(/^\s*\d+\s*/, '') }))
}
