import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './database.ts'
import { classifyDatabaseError, isStatementTimeout } from './database-errors.ts'
import type { Lsn, PrimaryState, ReplicaState } from './lsn.ts'

/** A replica that may serve reads. */
export interface ReplicaSource {
  name: string
  db: Database
  state(): Promise<ReplicaState>
  /** Whether it shows one of these transactions as committed. */
  hasCommitted(transactions: readonly bigint[]): Promise<boolean>
}

export interface ReplicasOptions {
  primary: { db: Database; state(): Promise<PrimaryState> }
  replicas: readonly ReplicaSource[]
  maxLagMs: number
  /** Receives why a replica is left out, and null once it is used again. */
  onChange(name: string, reason: string | null): void
  now?: () => number
  /** Pause between two checks; 0 checks only when asked. */
  checkMs?: number
}

/** Result of a read, and the LSN up to which it saw everything; null if that is unknown. */
export interface ReadAt<T> {
  result: T
  at: Lsn | null
}

interface ReadOptions {
  /** LSN that the read must have reached; null for any within the permitted lag. */
  floor: Lsn | null
  /** How long to wait for a replica to reach it. */
  waitMs?: number
  /** The caller's own connections to the primary. */
  primary?: Database
  /** Whether an error may be one of a replica that is behind. */
  mayBeStale?: (error: unknown) => boolean
}

/** Reads that may be served by a replica. */
export interface Reads {
  /**
   * Runs a read on a replica that has replayed to the floor, otherwise on the primary. A read that fails on a replica is
   * repeated on the primary, so it must be repeatable.
   */
  run<T>(options: ReadOptions, read: (db: Database) => Promise<T>): Promise<ReadAt<T>>
  /** LSN behind everything that was committed before the call; null if the primary does not tell. */
  primaryLsn(): Promise<Lsn | null>
  /** Reads the states again and decides which replicas are used. */
  check(): Promise<void>
  /** Number of reads that each kind of database has served. */
  readonly served: Readonly<Record<'primary' | 'replica', number>>
  close(): Promise<void>
}

interface Replica extends ReplicaSource {
  /** Reason for leaving it out; null while it is used. */
  reason: string | null
  replayed: Lsn
  fresh: () => Promise<ReplicaState>
}

const defaultCheckMs = 500
const stateMs = 2_000
const waitStepMs = 50
const settleMs = 250
const settleStepMs = 5
/** Least time between two samples of the primary's LSN, by which lag is measured. */
const sampleMs = 50

/** Observes the replicas, and sends reads to those that are up to date. */
export function openReplicas(options: ReplicasOptions): Reads {
  const { maxLagMs, onChange, now = Date.now, checkMs = defaultCheckMs } = options
  /** LSNs of the primary by time, ascending. */
  const samples: { at: number; lsn: Lsn }[] = []
  let primary: PrimaryState | null = null
  const freshPrimary = shared(async () => {
    const state = await inTime(options.primary.state())
    if (primary !== null && state.timeline !== primary.timeline) samples.length = 0
    primary = state
    addSample(state.lsn)
    return state
  })
  const addSample = (lsn: Lsn) => {
    const at = now()
    const last = samples.at(-1)
    if (last && (lsn <= last.lsn || at - last.at < sampleMs)) return
    samples.push({ at, lsn })
    // A replica that lacks one of those left has been behind for longer than is permitted.
    while (samples.length > 1 && at - (samples[0]?.at ?? at) > 2 * maxLagMs) samples.shift()
  }
  const replicas = options.replicas.map((source): Replica => {
    const fresh = shared(() => inTime(source.state()))
    return { ...source, fresh, reason: 'it was not checked yet', replayed: 0n }
  })
  let next = 0
  const served = { primary: 0, replica: 0 }

  const judge = (replica: Replica, reason: string | null) => {
    if (replica.reason === reason) return
    replica.reason = reason
    onChange(replica.name, reason)
  }

  /** Time since the oldest LSN that the replica has not replayed, and which a later sample has passed. */
  const lagOf = (replayed: Lsn): number => {
    const missing = samples.find(({ lsn }) => lsn > replayed)
    return missing === undefined ? 0 : now() - missing.at
  }

  const observe = async (replica: Replica): Promise<void> => {
    try {
      const state = await replica.fresh()
      if (state.replayed !== null) replica.replayed = state.replayed
      judge(replica, primary === null ? 'the primary does not respond' : faultOf(state, primary))
    } catch (error) {
      judge(replica, `it does not respond: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const faultOf = (state: ReplicaState, of: PrimaryState): string | null => {
    if (!state.inRecovery || state.replayed === null) return 'it is not a replica, or no longer one'
    if (state.system !== of.system) return 'it is a replica of another database'
    if (state.timeline === null)
      return 'it does not receive from a primary, or the role may not see that (grant pg_read_all_stats)'
    if (state.timeline !== of.timeline) return `it is on timeline ${state.timeline}, the primary on ${of.timeline}`
    return lagOf(state.replayed) > maxLagMs ? `it is more than ${maxLagMs} ms behind` : null
  }

  /** Returns a usable replica that has reached the floor, after asking those that may have reached it meanwhile. */
  const choose = async (floor: Lsn): Promise<Replica | null> => {
    const usable = replicas.filter(({ reason, replayed }) => reason === null && lagOf(replayed) <= maxLagMs)
    next += 1
    const inTurn = usable.map((_, index) => usable[(next + index) % usable.length]).filter((one) => one !== undefined)
    const reached = inTurn.find(({ replayed }) => replayed >= floor)
    if (reached) return reached
    for (const replica of inTurn) {
      await observe(replica)
      if (replica.reason === null && replica.replayed >= floor) return replica
    }
    return null
  }

  const chooseInTime = async (floor: Lsn, waitMs: number): Promise<Replica | null> => {
    const until = now() + waitMs
    for (;;) {
      const chosen = await choose(floor)
      if (chosen || now() >= until || replicas.every(({ reason }) => reason !== null)) return chosen
      await delay(waitStepMs)
    }
  }

  /**
   * Returns the LSN behind what a read on the replica saw, once the primary shows all of that: a commit is sent to replicas
   * before it becomes visible on the primary, so that a later read there could otherwise go back in time. Null if it takes long.
   */
  const settled = async (replica: Replica): Promise<Lsn | null> => {
    const { replayed, ended } = await replica.fresh()
    for (const until = now() + settleMs; ; ) {
      const shown = await freshPrimary()
      const isAhead = ended > shown.ended || (shown.running.length > 0 && (await replica.hasCommitted(shown.running)))
      if (!isAhead) return replayed
      if (now() >= until) return null
      await delay(settleStepMs)
    }
  }

  const primaryLsn = () =>
    freshPrimary().then(
      ({ lsn }) => lsn,
      () => null,
    )

  const check = async () => {
    await freshPrimary().catch(() => {
      primary = null
    })
    await Promise.all(replicas.map(observe))
  }

  const closed = new AbortController()
  const watching = checkMs === 0 ? Promise.resolve() : watch()
  async function watch() {
    while (!closed.signal.aborted) {
      await check()
      await delay(checkMs, undefined, { signal: closed.signal }).catch(() => {})
    }
  }

  return {
    primaryLsn,
    check,
    served,
    async run({ floor, waitMs = 0, mayBeStale = () => false, primary: db = options.primary.db }, read) {
      const replica = await chooseInTime(floor ?? 0n, waitMs)
      if (replica) {
        try {
          const result = await read(replica.db)
          const at = await settled(replica)
          if (at !== null) {
            served.replica += 1
            return { result, at }
          }
        } catch (error) {
          const fault = faultOfRead(error)
          if (fault === 'away') judge(replica, 'a read lost its connection')
          if (fault === null && !mayBeStale(error)) throw error
        }
      }
      const result = await read(db)
      served.primary += 1
      return { result, at: await primaryLsn() }
    },
    async close() {
      closed.abort()
      await watching
    },
  }
}

/**
 * Classifies an error of a read on a replica. `away`: the replica is unavailable; `other`: the primary may succeed, since a
 * replica cancels reads that conflict with replay, accepts no writes, and may not have the newest tables yet.
 */
function faultOfRead(error: unknown): 'away' | 'other' | null {
  if (!(error instanceof Error)) return null
  if (/read timeout|no response in time/i.test(error.message)) return 'away'
  const code = 'code' in error ? String(error.code) : ''
  // A conflict may also end the connection, with a code that otherwise means a shutdown.
  if (/conflict with recovery/i.test(error.message)) return 'other'
  // The primary would take as long.
  if (isStatementTimeout(error)) return null
  const fault = classifyDatabaseError(error)
  if (fault === 'away') return 'away'
  return fault === 'retry' || /^(25006|55000|0A000|42P01|42703|42883|3F000)$/.test(code) ? 'other' : null
}

/** Runs one query at a time for all callers: each receives a result that was requested after its own call. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null
  let queued: Promise<T> | null = null
  const start = () => {
    const result = read()
    const ended = result.then(
      () => {},
      () => {},
    )
    running = ended
    void ended.then(() => {
      if (running === ended) running = null
    })
    return result
  }
  return () => {
    if (running === null) return start()
    queued ??= running.then(() => {
      queued = null
      return start()
    })
    return queued
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const limit = new AbortController()
  const late = delay(stateMs, undefined, { signal: limit.signal }).then(
    () => Promise.reject(new Error('no response in time')),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([work, late])
  } finally {
    limit.abort()
  }
}
