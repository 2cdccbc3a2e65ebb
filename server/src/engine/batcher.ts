import { isUnavailable } from '../db/database-errors.ts'
import { currentTrace, inSharedSpan } from '../tracing.ts'

interface PendingCall<T, R> {
  member: T
  trace: ReturnType<typeof currentTrace>
  resolve(result: R): void
  reject(error: unknown): void
}

interface GroupOptions<T> {
  /** Name of the work for traces. */
  name: string
  /** Members with the same key are never served in the same group. */
  keyOf(member: T): string
  atMost?: number
  /** Number of groups served concurrently. */
  concurrency?: number
  /** Members that start a group immediately; fewer wait for `momentMs` after the start of the last group. */
  minGroupSize?: number
  momentMs?: number
}

/** For reads: without a commit to share, callers gain little by waiting for others. */
export const readMomentMs = 10

/**
 * Batches calls that each concern one member: a call that comes alone is served immediately, and those that arrive within
 * `momentMs` after it are served together. If a group fails, each of its members is retried alone, so that one bad member
 * fails no other.
 */
export function createBatcher<T, R>(
  serve: (members: readonly T[]) => Promise<readonly R[]>,
  { name, keyOf, atMost = 100, concurrency = 2, minGroupSize = 32, momentMs = 100 }: GroupOptions<T>,
): (member: T) => Promise<R> {
  const pending: PendingCall<T, R>[] = []
  let busy = 0
  let isScheduled = false
  let lastStartMs = Number.NEGATIVE_INFINITY

  async function serveGroup(calls: readonly PendingCall<T, R>[]): Promise<void> {
    try {
      const traces = calls.map(({ trace }) => trace)
      const results = await inSharedSpan(name, traces, () => serve(calls.map(({ member }) => member)))
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as R)
    } catch (error) {
      // If the connection was lost, the outcome of the statement is unknown; the caller's retry has to find it out.
      if (calls.length === 1 || isUnavailable(error)) for (const { reject } of calls) reject(error)
      else for (const call of calls) await serveGroup([call])
    }
  }

  function nextGroup(): PendingCall<T, R>[] {
    const group = new Map<string, PendingCall<T, R>>()
    const deferred: PendingCall<T, R>[] = []
    for (const call of pending.splice(0)) {
      const key = keyOf(call.member)
      if (group.size < atMost && !group.has(key)) group.set(key, call)
      else deferred.push(call)
    }
    pending.push(...deferred)
    return [...group.values()]
  }

  function canStart(): boolean {
    if (pending.length === 0 || busy >= concurrency) return false
    return pending.length >= minGroupSize || performance.now() - lastStartMs >= momentMs
  }

  function startGroups(): void {
    isScheduled = false
    while (canStart()) {
      busy += 1
      lastStartMs = performance.now()
      setTimeout(scheduleStart, momentMs + 1).unref()
      void serveGroup(nextGroup()).finally(() => {
        busy -= 1
        scheduleStart()
      })
    }
  }

  /** Defers to the end of the current event loop turn, so that calls made in the same turn share a group. */
  function scheduleStart(): void {
    if (isScheduled || !canStart()) return
    isScheduled = true
    setImmediate(startGroups)
  }

  return (member) =>
    new Promise((resolve, reject) => {
      pending.push({ member, trace: currentTrace(), resolve, reject })
      scheduleStart()
    })
}
