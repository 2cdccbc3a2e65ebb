import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp, rehearseRestore } from './backup.ts'
import { type Cluster, until } from './cluster.ts'
import { untilBatchesSent } from './evidence.ts'
import { isIsolated, setNetwork } from './isolation.ts'
import type { Load } from './load.ts'
import { eraseDatabase, onItself, otherNode, powerOff, signalNode, switchOver } from './node-control.ts'

export interface Drill {
  name: string
  cause: string
  isPlanned?: boolean
  /** Why this machine cannot run it; null if it can. */
  obstacle?: () => string | null
  /** Causes the failure, waits for the installation to recover by itself, and returns what it saw beyond the writes. */
  run(cluster: Cluster, load: Load): Promise<string[]>
  /** Restores what the failure took away. */
  heal?(cluster: Cluster): Promise<void>
  /** Examines, when no stall is measured any more, what else it must have achieved; returns what it has not. */
  examine?(cluster: Cluster, load: Load, say: (line: string) => void): Promise<string[]>
}

/** A write that needs no table and takes effect as any other. */
const aWrite = `select pg_logical_emit_message(true, 'drill', 'a write')`
let lostNode: 'db1' | 'db2' = 'db1'

export const drills: readonly Drill[] = [
  {
    name: 'switch-over',
    cause: 'Planned switch-over of the database',
    isPlanned: true,
    async run(cluster) {
      const former = await cluster.primary()
      await switchOver(cluster)
      await untilPrimary(cluster, otherNode(former))
      return []
    },
  },
  {
    name: 'web',
    cause: 'A web server is killed',
    async run(cluster) {
      cluster.part('web1').kill()
      return []
    },
  },
  {
    name: 'worker',
    cause: 'A worker is killed in the middle of a batch',
    async run(cluster, load) {
      const before = load.acknowledged.filter(({ kind }) => kind === 'batch').length
      await until('the next batch', 60_000, async () =>
        load.acknowledged.filter(({ kind }) => kind === 'batch').length > before ? true : null,
      )
      // Both workers take items of a batch as soon as it is there.
      await sleep(300)
      cluster.part('worker1').kill()
      await untilBatchesSent(cluster, load.acknowledged.slice())
      return []
    },
  },
  {
    name: 'pgbouncer',
    cause: 'A pgbouncer is killed',
    async run(cluster) {
      cluster.part('pgbouncer1').kill()
      return []
    },
  },
  {
    name: 'haproxy',
    cause: 'A HAProxy is killed',
    async run(cluster) {
      cluster.part('haproxy1').kill()
      return []
    },
  },
  {
    name: 'etcd',
    cause: 'One of three etcd members is killed and stays away',
    async run(cluster) {
      await cluster.part('etcd1').halt('SIGKILL')
      // Longer than the key of the primary lives.
      await sleep(25_000)
      return []
    },
    async heal(cluster) {
      cluster.part('etcd1').start()
    },
  },
  {
    name: 'primary',
    cause: 'The host of the primary is switched off',
    async run(cluster) {
      lostNode = await cluster.primary()
      await powerOff(cluster, lostNode)
      await untilPrimary(cluster, otherNode(lostNode))
      return []
    },
    async heal(cluster) {
      cluster.part(lostNode).start()
    },
  },
  {
    name: 'cut-off',
    cause: isIsolated
      ? 'The primary is cut off from the network'
      : 'The primary is suspended (Patroni and PostgreSQL by SIGSTOP)',
    async run(cluster) {
      lostNode = await cluster.primary()
      const faults: string[] = []
      if (!isIsolated) {
        signalNode(cluster, lostNode, 'SIGSTOP')
        await untilPrimary(cluster, otherNode(lostNode))
        signalNode(cluster, lostNode, 'SIGCONT')
      } else {
        setNetwork(lostNode, 'down')
        await untilPrimary(cluster, otherNode(lostNode))
      }
      // While the other node writes, the former primary must confirm nothing.
      for (let attempt = 0; attempt < 5; attempt++) {
        const written = await onItself(cluster, lostNode, aWrite, 2_000).catch(() => null)
        if (written !== null && (await isWritable(cluster)))
          faults.push(`the former primary ${lostNode} confirmed a write`)
        await sleep(500)
      }
      return faults

      /** Whether the node is not the primary again. */
      async function isWritable(installation: Cluster): Promise<boolean> {
        return (await installation.primary()) !== lostNode
      }
    },
    async heal() {
      if (isIsolated) setNetwork(lostNode, 'up')
    },
  },
  {
    name: 'replica',
    cause: 'The replica is lost with its disk and rebuilt',
    async run(cluster) {
      lostNode = otherNode(await cluster.primary())
      await powerOff(cluster, lostNode)
      eraseDatabase(cluster, lostNode)
      cluster.part(lostNode).start()
      await cluster.replicaInSync(240_000)
      return []
    },
  },
  {
    name: 'disk',
    cause: "The primary's disk is full",
    obstacle: () => (isIsolated ? null : 'it needs a disk of its own for each node, which only root may mount'),
    async run(cluster) {
      lostNode = await cluster.primary()
      await untilPrimary(cluster, otherNode(lostNode), async () => {
        // PostgreSQL that restarts after a crash frees a part of its log, and goes on in segments that exist already.
        fillDisk(ballastOf(cluster))
        await onItself(cluster, lostNode, `${aWrite}; select pg_switch_wal()`, 3_000).catch(() => {})
      })
      return []
    },
    async heal(cluster) {
      rmSync(ballastOf(cluster), { force: true })
    },
  },
  {
    name: 'backup',
    cause: 'Both backups are made and restored',
    isPlanned: true,
    async run(cluster) {
      await backUp(cluster, await cluster.primary(), 'full')
      await backUp(cluster, await cluster.primary(), 'incremental')
      return []
    },
    async examine(cluster, load, say) {
      return await rehearseRestore(cluster, load.acknowledged.slice(), say)
    },
  },
]

const ballastOf = (cluster: Cluster) => join(cluster.folder, lostNode, 'ballast')

/** Waits for a node to become the primary; until then something is repeated. */
async function untilPrimary(
  cluster: Cluster,
  node: 'db1' | 'db2',
  repeat: () => Promise<void> = async () => {},
): Promise<void> {
  await until(`${node} as the primary`, 120_000, async () => {
    const { ok } = await cluster.askPatroni(node, '/primary')
    if (ok) return true
    await repeat()
    return null
  })
}

/** Appends to a file until the disk is full. */
function fillDisk(path: string): void {
  const block = Buffer.alloc(1 << 20)
  const file = openSync(path, 'a')
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}
