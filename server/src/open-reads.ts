import { Counter, type Registry } from 'prom-client'
import { type Database, openDatabase } from './db/database.ts'
import { hasCommitted, readPrimary, readReplica } from './db/lsn.ts'
import { openReplicas, type Reads } from './db/replicas.ts'
import type { Settings } from './settings.ts'

const connectMs = 1_000
/** Longer than the limit of a statement, which a replica that was cut off cannot enforce. */
const queryMs = 20_000

/** Opens the configured replicas; null if there are none. */
export function openReads(
  { replicas, pools, role, transactionPooler }: Settings,
  primary: Database,
  onChange: (name: string, reason: string | null) => void,
): Reads | null {
  if (replicas.urls.length === 0) return null
  const opened = replicas.urls.map((url) => ({
    name: new URL(url).host,
    ...openDatabase(url, {
      applicationName: `kobo-console ${role} reads`,
      max: pools.web,
      named: !transactionPooler,
      waitMs: connectMs,
      queryMs,
      isReplica: true,
    }),
  }))
  const reads = openReplicas({
    primary: { db: primary, state: () => readPrimary(primary) },
    replicas: opened.map(({ name, db }) => ({
      name,
      db,
      state: () => readReplica(db),
      hasCommitted: (ids) => hasCommitted(db, ids),
    })),
    maxLagMs: replicas.maxLagMs,
    onChange,
  })
  const close = async () => {
    await reads.close()
    for (const one of opened) await one.close()
  }
  return { ...reads, close }
}

/** Counts the reads that replicas may serve by the kind of database that served them. */
export function countReads(metrics: Registry, { served }: Reads): void {
  const counter = new Counter({
    name: 'kobo_list_reads_total',
    help: 'Lists, exports and statements by the database that they were read from',
    labelNames: ['database'],
    registers: [],
    collect() {
      this.reset()
      for (const [database, count] of Object.entries(served)) this.inc({ database }, count)
    },
  })
  metrics.registerMetric(counter)
}
