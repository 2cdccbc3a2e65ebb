import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/database-errors.ts'
import type { Reading, Sample } from './reading.ts'

/** Reads gauges and keeps their values for a while, so that frequent scrapes cost no more than rare ones. */
export interface GaugeReader {
  /** Reads what is no longer fresh, one reading after the other, and waits a few seconds for it. Never rejects. */
  refresh(): Promise<void>
  /** Last values of a gauge; none if they could not be read or are a minute late. */
  samplesOf(gauge: string): readonly Sample[]
}

interface ReaderOptions {
  onFailure: (reading: Reading, error: unknown) => void
  /** Age at which values are read again. */
  freshMs?: number
  /** Time that a scrape waits for values. */
  waitMs?: number
  nowMs?: () => number
}

/** Limit of each statement, and of a reading including the wait for a connection. */
const statementMs = 2_000
const readingMs = 6_000
const lateMs = 60_000

/** Opens the reader; nothing is read before the first refresh. */
export function openGaugeReader(
  db: Database,
  readings: readonly Reading[],
  { onFailure, freshMs = 10_000, waitMs = 5_000, nowMs = Date.now }: ReaderOptions,
): GaugeReader {
  const kept = new Map<Reading, { samples: readonly Sample[]; atMs: number }>()
  const freshnessOf = (reading: Reading) => (freshMs === 0 ? 0 : (reading.freshMs ?? freshMs))
  const isDue = (reading: Reading) => nowMs() - (kept.get(reading)?.atMs ?? -Infinity) >= freshnessOf(reading)
  let round: Promise<void> | null = null

  async function readAll(): Promise<void> {
    let away: unknown = null
    for (const reading of readings.filter(isDue)) {
      try {
        // Without a database each reading would wait as long as the first.
        if (away !== null) throw away
        kept.set(reading, { samples: await readOnce(db, reading), atMs: nowMs() })
      } catch (error) {
        if (error instanceof LateError || isUnavailable(error)) away = error
        kept.delete(reading)
        onFailure(reading, error)
      }
    }
  }

  return {
    async refresh() {
      round ??= readAll().finally(() => {
        round = null
      })
      const waiting = new AbortController()
      await Promise.race([round, sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {})])
      waiting.abort()
    },
    samplesOf(gauge) {
      return readings.flatMap((reading) => {
        const values = kept.get(reading)
        if (!(gauge in reading.gauges) || !values || nowMs() - values.atMs > freshnessOf(reading) + lateMs) return []
        return values.samples.filter((sample) => sample.gauge === gauge)
      })
    },
  }
}

/** Thrown when the database does not respond within the limit of a reading. */
class LateError extends Error {}

/** Takes a reading in a read-only transaction with a limit of its own. */
export async function readOnce(db: Database, reading: Reading): Promise<readonly Sample[]> {
  const read = db
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(transaction)
      return await reading.read(transaction)
    })
  const waiting = new AbortController()
  const late = sleep(readingMs, undefined, { signal: waiting.signal }).then(
    () => {
      throw new LateError(`The database did not respond within ${readingMs / 1000} s`)
    },
    () => [],
  )
  try {
    return await Promise.race([read, late])
  } finally {
    waiting.abort()
    // A late one fails without a listener.
    read.catch(() => {})
  }
}
