import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, type Node, nodes, until } from './cluster.ts'
import { postgresBin } from './programs.ts'

const run = promisify(execFile)
/** Time until the system has removed processes that were killed. */
const endWithinMs = 60_000

export function otherNode(node: Node): Node {
  const [first, second] = nodes
  return (node === first ? second : first) ?? node
}

/** Ids of a node's PostgreSQL and of its processes. */
function postgresOf(cluster: Cluster, node: Node): number[] {
  let postmaster: number
  try {
    postmaster = Number(readFileSync(join(cluster.dataOf(node), 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return []
  }
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(postmaster)
      )
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}

/** Sends a signal to a node's Patroni and PostgreSQL at the same time. */
export function signalNode(cluster: Cluster, node: Node, signal: NodeJS.Signals): void {
  for (const pid of [cluster.part(node).pid, ...postgresOf(cluster, node)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended since.
    }
  }
}

/** Kills a node as a power cut does, and leaves it off. */
export async function powerOff(cluster: Cluster, node: Node): Promise<void> {
  const database = postgresOf(cluster, node)
  const halted = cluster.part(node).halt('SIGKILL')
  for (const pid of database) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended since.
    }
  }
  await halted
  // A process that nobody has reaped yet still counts as running for a PostgreSQL that finds its lock file, and then refuses to start.
  await until(`the end of ${node}`, endWithinMs, () => Promise.resolve(database.some(isRunning) ? null : true))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Deletes the database of a node that is off. */
export function eraseDatabase(cluster: Cluster, node: Node): void {
  rmSync(cluster.dataOf(node), { recursive: true, force: true })
}

/** Asks Patroni for a switch-over to the other node. */
export async function switchOver(cluster: Cluster): Promise<void> {
  const leader = await cluster.primary()
  const body = JSON.stringify({ leader, candidate: otherNode(leader) })
  const { ok, text } = await cluster.askPatroni(leader, '/switchover', { method: 'POST', body })
  if (!ok) throw new Error(`Patroni refused the switch-over: ${text}`)
}

/** Runs a statement on the node itself, whatever its network; throws if it does not succeed in time. */
export async function onItself(cluster: Cluster, node: Node, statement: string, withinMs: number): Promise<string> {
  const psql = [
    '-h',
    cluster.values['RUN'] ?? '',
    '-p',
    cluster.values[`${node.toUpperCase()}_PORT`] ?? '',
    '-U',
    'postgres',
  ]
  const [file, ...args] = [
    ...cluster.asDatabaseUser(),
    join(postgresBin, 'psql'),
    ...psql,
    '-d',
    'kobo',
    '-XAtc',
    statement,
  ]
  const { stdout } = await run(file, args, { timeout: withinMs, killSignal: 'SIGKILL' })
  return stdout.trim()
}
