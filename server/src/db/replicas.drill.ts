import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReads } from '../open-reads.ts'
import { readSettings } from '../settings.ts'
import { eventually } from '../testing/payouts.ts'
import { installedPostgres, type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts'
import { type Database, type OpenDatabase, openDatabase } from './database.ts'
import type { Reads } from './replicas.ts'

// A real primary and a real replica that streams from it.

const bin = installedPostgres()
const missing = bin === null ? 'needs PostgreSQL with pg_basebackup in /usr/lib/postgresql' : ''
if (bin === null) console.error(`The drill of replicas cannot run: it ${missing}`)
const maxLagMs = 1_500

describe.skipIf(bin === null)(`reads from a replica ${missing}`, () => {
  let pair: PostgresPair
  let primary: OpenDatabase
  let reads: Reads
  const reasons: (string | null)[] = []

  beforeAll(async () => {
    pair = await startPostgresPair(bin ?? '')
    primary = openDatabase(pair.primaryUrl, { max: 8 })
    await sql`create table probe (n int primary key)`.execute(primary.db)
    const settings = readSettings(
      {
        DATABASE_URL: pair.primaryUrl,
        REPLICA_URL: pair.replicaUrl,
        REPLICA_MAX_LAG_MS: String(maxLagMs),
        SECRET: 's'.repeat(32),
      },
      '/tmp',
    )
    const opened = openReads(settings, primary.db, (_name, reason) => reasons.push(reason))
    if (!opened) throw new Error('No replica was configured')
    reads = opened
    await eventually(async () => reasons.at(-1) === null, 30_000)
  })
  afterAll(async () => {
    await reads?.close()
    await primary?.close()
    await pair?.stop()
  })

  const highest = async (db: Database) => {
    const { rows } = await sql<{ n: number | null; replica: boolean }>`
      select max(n) as n, pg_is_in_recovery() as replica from probe`.execute(db)
    return { n: rows[0]?.n ?? 0, onReplica: rows[0]?.replica ?? false }
  }
  const insert = (n: number) => sql`insert into probe values (${n})`.execute(primary.db)
  const isUsed = async () => (await reads.run({ floor: null }, highest)).result.onReplica

  it('never misses what was written before, and is served by the replica most of the time', async () => {
    let onReplica = 0
    for (let n = 1; n <= 300; n++) {
      await insert(n)
      const floor = await reads.primaryLsn()
      const { result } = await reads.run({ floor, waitMs: 500 }, highest)
      expect(result.n).toBe(n)
      if (result.onReplica) onReplica += 1
    }
    expect(onReplica).toBeGreaterThan(200)
  })

  it('never goes back in time while another connection writes and reads change between both databases', async () => {
    let isWriting = true
    const writing = (async () => {
      for (let n = 1_001; isWriting; n++) await insert(n)
    })()
    const from = { primary: 0, replica: 0 }
    let floor: bigint | null = null
    let seen = 0
    try {
      for (let count = 0; count < 1_000; count++) {
        const { result, at }: { result: { n: number; onReplica: boolean }; at: bigint | null } =
          count % 5 === 0
            ? { result: await highest(primary.db), at: await reads.primaryLsn() }
            : await reads.run({ floor }, highest)
        expect(result.n).toBeGreaterThanOrEqual(seen)
        seen = result.n
        floor = at
        from[result.onReplica ? 'replica' : 'primary'] += 1
      }
    } finally {
      isWriting = false
      await writing
    }
    expect(from.replica).toBeGreaterThan(20)
    expect(from.primary).toBeGreaterThan(80)
  })

  it('reads from the primary while replay is paused, leaves the replica out, and uses it again afterwards', async () => {
    await pair.onReplica('select pg_wal_replay_pause()')
    await insert(1_000_001)
    const floor = await reads.primaryLsn()
    expect((await reads.run({ floor }, highest)).result).toEqual({ n: 1_000_001, onReplica: false })
    await eventually(async () => reasons.at(-1)?.includes('behind') ?? false, 30_000)
    expect(await isUsed()).toBe(false)
    await pair.onReplica('select pg_wal_replay_resume()')
    await eventually(isUsed, 30_000)
    expect((await reads.run({ floor }, highest)).result).toEqual({ n: 1_000_001, onReplica: true })
  })

  it('repeats on the primary a read that replay cancels', async () => {
    const tried: boolean[] = []
    const { result } = await reads.run({ floor: null }, (db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (snapshot) => {
          const first = await highest(snapshot)
          tried.push(first.onReplica)
          if (first.onReplica) {
            await pair.onPrimary('delete from probe where n < 1000')
            await pair.onPrimary('vacuum probe')
            await pair.onPrimary('select pg_switch_wal()')
            await new Promise((resolve) => setTimeout(resolve, 3_000))
          }
          return await highest(snapshot)
        }),
    )
    expect({ tried, onReplica: result.onReplica }).toEqual({ tried: [true, false], onReplica: false })
  })

  it('reads from the primary within the same call when the replica dies, and from the replica once it is back', async () => {
    await eventually(isUsed, 30_000)
    await pair.cutReplica()
    expect(await isUsed()).toBe(false)
    await pair.startReplica()
    await eventually(isUsed, 30_000)
  })

  it('leaves out a replica whose stream the role may not see', async () => {
    await pair.onPrimary('revoke pg_read_all_stats from kobo')
    await eventually(async () => reasons.at(-1)?.includes('grant pg_read_all_stats') ?? false, 30_000)
    expect(await isUsed()).toBe(false)
    await pair.onPrimary('grant pg_read_all_stats to kobo')
    await eventually(isUsed, 30_000)
  })

  it('leaves out a replica that was promoted', async () => {
    await pair.promote()
    await eventually(async () => reasons.at(-1)?.includes('no longer') ?? false, 30_000)
    expect(await isUsed()).toBe(false)
  })
})
