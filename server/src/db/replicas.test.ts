import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countReads } from '../open-reads.ts'
import type { Database } from './database.ts'
import { formatLsn, parseLsn, type PrimaryState, type ReplicaState } from './lsn.ts'
import { openReplicas } from './replicas.ts'

/** Pools are told apart by identity alone. */
const pool = (name: string) => ({ name }) as unknown as Database
const nameOf = async (db: Database) => (db as unknown as { name: string }).name

/** A primary and two replicas whose states the test sets, on a clock of the test. */
function aCluster() {
  const clock = { now: 1_000_000 }
  const primary: PrimaryState = { lsn: 100n, ended: 50n, running: [], timeline: 3, system: '7' }
  const committed = new Set<bigint>()
  const replica = (): ReplicaState => ({ inRecovery: true, replayed: 100n, ended: 50n, timeline: 3, system: '7' })
  const states = { a: replica(), b: replica() }
  const silent = new Set<string>()
  const reasons = new Map<string, string | null>()
  const reads = openReplicas({
    primary: { db: pool('primary'), state: async () => ({ ...primary }) },
    replicas: (['a', 'b'] as const).map((name) => ({
      name,
      db: pool(name),
      state: async () => {
        if (silent.has(name)) throw new Error('connection refused')
        return { ...states[name] }
      },
      hasCommitted: async (ids: readonly bigint[]) => ids.some((id) => committed.has(id)),
    })),
    maxLagMs: 2_000,
    onChange: (name, reason) => reasons.set(name, reason),
    now: () => clock.now,
    checkMs: 0,
  })
  onTestFinished(() => reads.close())
  const served = async (floor: bigint | null = null) => {
    const names = new Set<string>()
    for (let count = 0; count < 4; count++) names.add((await reads.run({ floor }, nameOf)).result)
    return [...names].toSorted()
  }
  return { clock, primary, committed, states, silent, reasons, reads, served }
}

/** An error as PostgreSQL's driver throws it. */
const databaseError = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('the choice of a database for a read', () => {
  it('uses no replica before it was checked, and all usable ones in turn afterwards', async () => {
    const { reads, served, reasons } = aCluster()
    expect(await served()).toEqual(['primary'])
    await reads.check()
    expect(await served()).toEqual(['a', 'b'])
    expect([...reasons]).toEqual([
      ['a', null],
      ['b', null],
    ])
  })

  it('uses a replica only once it has replayed to the floor of the read', async () => {
    const { primary, reads, served, states } = aCluster()
    await reads.check()
    primary.lsn = 120n
    expect(await served(110n)).toEqual(['primary'])
    // Found by asking again, without waiting for the next check.
    states.b.replayed = 110n
    expect(await served(110n)).toEqual(['b'])
    expect(await served(111n)).toEqual(['primary'])
    expect(await served(100n)).toEqual(['a', 'b'])
  })

  it('reports the LSN of what was read', async () => {
    const { primary, reads, served, states } = aCluster()
    await reads.check()
    primary.lsn = 120n
    states.a.replayed = states.b.replayed = 105n
    expect(await reads.run({ floor: 101n }, nameOf)).toMatchObject({ at: 105n })
    expect(await reads.run({ floor: 119n }, nameOf)).toEqual({ result: 'primary', at: 120n })
    expect(await served(105n)).toEqual(['a', 'b'])
  })

  it('leaves out a replica that is behind for too long, but not one of an idle primary', async () => {
    const { clock, primary, reads, reasons, served, states } = aCluster()
    await reads.check()
    clock.now += 60_000
    await reads.check()
    expect(await served()).toEqual(['a', 'b'])
    primary.lsn = 200n
    states.a.replayed = 200n
    await reads.check()
    clock.now += 2_001
    await reads.check()
    expect(await served()).toEqual(['a'])
    expect(reasons.get('b')).toBe('it is more than 2000 ms behind')
    states.b.replayed = 200n
    await reads.check()
    expect(await served()).toEqual(['a', 'b'])
  })

  it('measures the lag of a replica that follows a busy primary at a constant distance', async () => {
    const { clock, primary, reads, served, states } = aCluster()
    for (let step = 0; step < 200; step++) {
      clock.now += 100
      primary.lsn += 10n
      states.a.replayed = primary.lsn - 100n
      states.b.replayed = primary.lsn - 300n
      await reads.check()
    }
    expect(await served()).toEqual(['a'])
  })

  it('leaves out a replica that was promoted, is on another timeline, of another database, or cut off', async () => {
    const { primary, reads, reasons, served, silent, states } = aCluster()
    const rejected = async (state: Partial<ReplicaState>) => {
      Object.assign(states.b, { inRecovery: true, replayed: 100n, timeline: 3, system: '7' }, state)
      await reads.check()
      expect(await served()).toEqual(['a'])
      return reasons.get('b')
    }
    expect(await rejected({ inRecovery: false, replayed: null })).toContain('no longer')
    expect(await rejected({ timeline: 4 })).toContain('timeline 4')
    expect(await rejected({ timeline: null })).toContain('pg_read_all_stats')
    expect(await rejected({ system: '8' })).toContain('another database')
    silent.add('b')
    expect(await rejected({})).toContain('connection refused')
    silent.clear()
    await reads.check()
    expect(await served()).toEqual(['a', 'b'])
    // After a failover the replicas follow a moment later.
    primary.timeline = 4
    await reads.check()
    expect(await served()).toEqual(['primary'])
  })

  it.each([
    ['a lost connection', databaseError('57P01')],
    ['a conflict with replay', databaseError('40001', 'canceling statement due to conflict with recovery')],
    [
      'a conflict that is reported as a cancellation',
      databaseError('57014', 'canceling due to conflict with recovery'),
    ],
    ['a write', databaseError('25006')],
    ['a table of a newer release', databaseError('42P01')],
    ['a silent connection', new Error('Query read timeout')],
  ])('repeats a read on the primary after %s', async (_fault, error) => {
    const { reads } = aCluster()
    await reads.check()
    const tried: string[] = []
    const { result } = await reads.run({ floor: null }, async (db) => {
      const name = await nameOf(db)
      tried.push(name)
      if (name !== 'primary') throw error
      return 'read'
    })
    expect({ result, tried }).toEqual({ result: 'read', tried: [expect.stringMatching(/a|b/), 'primary'] })
    expect(reads.served).toEqual({ primary: 1, replica: 0 })
  })

  it('counts the reads by the kind of database that served them', async () => {
    const { reads, served } = aCluster()
    const metrics = new Registry()
    countReads(metrics, reads)
    await served()
    await reads.check()
    await served()
    await served(1_000n)
    const { values } = (await metrics.getSingleMetric('kobo_list_reads_total')?.get()) ?? { values: [] }
    expect(values.map(({ labels, value }) => [labels['database'], value])).toEqual([
      ['primary', 8],
      ['replica', 4],
    ])
  })

  it('sends no further reads to a replica that lost a connection, until it responds to a check', async () => {
    const { reads, served } = aCluster()
    await reads.check()
    const failing = (db: Database) =>
      nameOf(db).then((name) => (name === 'primary' ? name : Promise.reject(databaseError('57P01'))))
    await reads.run({ floor: null }, failing)
    await reads.run({ floor: null }, failing)
    expect(await served()).toEqual(['primary'])
    await reads.check()
    expect(await served()).toEqual(['a', 'b'])
  })

  it('does not repeat a slow read, nor one that was rejected for its input', async () => {
    const { reads } = aCluster()
    await reads.check()
    for (const error of [
      databaseError('57014', 'canceling statement due to statement timeout'),
      new Error('Unknown'),
    ]) {
      let times = 0
      const failing = reads.run({ floor: null }, async () => {
        times += 1
        throw error
      })
      await expect(failing).rejects.toBe(error)
      expect(times).toBe(1)
    }
  })

  it('holds back what a replica shows before the primary, and reads from the primary if that takes long', async () => {
    const { clock, committed, primary, reads, states } = aCluster()
    await reads.check()
    primary.running = [48n, 49n]
    expect((await reads.run({ floor: null }, nameOf)).result).not.toBe('primary')
    committed.add(49n)
    const held = reads.run({ floor: null }, nameOf)
    await new Promise((resolve) => setTimeout(resolve, 30))
    primary.running = [48n]
    expect((await held).result).not.toBe('primary')
    states.a.ended = states.b.ended = 52n
    const late = reads.run({ floor: null }, nameOf)
    await new Promise((resolve) => setTimeout(resolve, 30))
    clock.now += 1_000
    expect((await late).result).toBe('primary')
  })

  it('waits for a replica to reach the floor, as long as it may', async () => {
    const { clock, primary, reads, states } = aCluster()
    await reads.check()
    primary.lsn = 130n
    const waiting = reads.run({ floor: 130n, waitMs: 5_000 }, nameOf)
    states.a.replayed = 130n
    expect((await waiting).result).toBe('a')
    const late = reads.run({ floor: 140n, waitMs: 1_000 }, nameOf)
    clock.now += 1_000
    expect((await late).result).toBe('primary')
  })
})

it('reads and writes LSNs as PostgreSQL does', () => {
  for (const text of ['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF']) {
    expect(formatLsn(parseLsn(text) ?? -1n)).toBe(text)
  }
  expect(parseLsn('1/0')).toBe(4_294_967_296n)
  for (const text of ['', '16', '16/', '16/B374D848 ', '123456789/0', 'x/y', undefined]) {
    expect(parseLsn(text)).toBeNull()
  }
})
