import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from './db/database.ts'
import { certificateGauge, type Endpoint, watchCertificates } from './monitoring/certificate-expiry.ts'
import { openGaugeReader } from './monitoring/gauge-reader.ts'
import type { Sample } from './monitoring/reading.ts'
import { readings } from './monitoring/readings.ts'
import { kindOf, type Lanes } from './rails/lanes.ts'

interface Sources {
  db: Database
  lanes: Lanes
  /** Folder of stored files. */
  dataDir: string
  /** Addresses whose TLS certificates are watched. */
  tlsEndpoints?: readonly Endpoint[]
  /** Age at which values are read again. */
  freshMs?: number
  onError?: (error: unknown, gauge: string) => void
}

/**
 * Adds the gauges of money, work and the database, of this process's lanes, its disk and the certificates it watches. A gauge that
 * cannot be read is absent, never zero, and counted in `kobo_gauge_failures_total`.
 */
export function addGauges(
  registry: Registry,
  { db, lanes, dataDir, tlsEndpoints = [], freshMs, onError = () => {} }: Sources,
): void {
  const registers = [registry]
  const failures = new Counter({
    name: 'kobo_gauge_failures_total',
    help: 'Failed attempts to read gauges, by reading',
    labelNames: ['reading'],
    registers,
  })
  const failed = (reading: string, error: unknown) => {
    failures.inc({ reading })
    onError(error, reading)
  }
  const reader = openGaugeReader(db, readings, {
    onFailure: ({ name }, error) => failed(name, error),
    ...(freshMs !== undefined && { freshMs }),
  })
  for (const { name: reading, gauges } of readings) {
    failures.inc({ reading }, 0)
    for (const [name, { help, labels = [] }] of Object.entries(gauges)) {
      addGauge(registry, { name, help, labels }, async () => {
        await reader.refresh()
        return reader.samplesOf(name)
      })
    }
  }
  const trouble = {
    name: 'outside_trouble',
    help: 'Lanes of this process that are open (no calls) or slow: banks, status queries, webhook receivers',
    labels: ['kind', 'lane', 'state'],
  }
  addGauge(registry, trouble, async () =>
    lanes
      .trouble()
      .map(({ lane, state }) => ({ gauge: 'outside_trouble', labels: { kind: kindOf(lane), lane, state }, value: 1 })),
  )
  failures.inc({ reading: 'disk' }, 0)
  const disk = { labels: [] }
  const readDisk = (value: (stats: { bsize: number; bavail: number; blocks: number }) => number) => async () => {
    try {
      return [{ gauge: 'disk', value: value(await statfs(dataDir)) }]
    } catch (error) {
      failed('disk', error)
      return []
    }
  }
  addGauge(
    registry,
    { ...disk, name: 'kobo_disk_free_bytes', help: 'Free space for stored files' },
    readDisk(({ bsize, bavail }) => bsize * bavail),
  )
  addGauge(
    registry,
    { ...disk, name: 'kobo_disk_size_bytes', help: 'Size of the disk with the stored files' },
    readDisk(({ bsize, blocks }) => bsize * blocks),
  )
  failures.inc({ reading: 'certificates' }, 0)
  const onFailure = (error: unknown) => failed('certificates', error)
  addGauge(registry, certificateGauge, watchCertificates(tlsEndpoints, { onFailure, freshMs }))
}

interface Described {
  name: string
  help: string
  labels: readonly string[]
}

/** Adds a gauge that has exactly the samples that are read for a scrape. */
function addGauge(registry: Registry, { name, help, labels }: Described, read: () => Promise<readonly Sample[]>): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const samples = await read()
      // Without labels, a reset gauge would be zero.
      if (labels.length === 0) this.remove()
      else this.reset()
      for (const sample of samples) this.set({ ...sample.labels }, sample.value)
    },
  })
  if (labels.length === 0) gauge.remove()
}
