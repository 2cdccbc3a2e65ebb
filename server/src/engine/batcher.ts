import { classifyDatabaseError } from '../db/database-errors.ts'

interface Waiting<T, R> {
  member: T
  resolve(result: R): void
  reject(error: unknown): void
}

interface GroupOptions<T> {
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
  { keyOf, atMost = 100, concurrency = 2, minGroupSize = 32, momentMs = 100 }: GroupOptions<T>,
): (member: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let busy = 0
  let begins = false
  let lastBegunMs = Number.NEGATIVE_INFINITY

  async function serveSome(some: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await serve(some.map(({ member }) => member))
      for (const [place, { resolve }] of some.entries()) resolve(results[place] as R)
    } catch (error) {
      // If the connection was lost, the outcome of the statement is unknown; the caller's retry has to find it out.
      if (some.length === 1 || classifyDatabaseError(error) === 'away') for (const { reject } of some) reject(error)
      else for (const one of some) await serveSome([one])
    }
  }

  function nextGroup(): Waiting<T, R>[] {
    const group = new Map<string, Waiting<T, R>>()
    const rest: Waiting<T, R>[] = []
    for (const one of waiting.splice(0)) {
      const key = keyOf(one.member)
      if (group.size < atMost && !group.has(key)) group.set(key, one)
      else rest.push(one)
    }
    waiting.push(...rest)
    return [...group.values()]
  }

  function mayBegin(): boolean {
    if (waiting.length === 0 || busy >= concurrency) return false
    return waiting.length >= minGroupSize || performance.now() - lastBegunMs >= momentMs
  }

  function begin(): void {
    begins = false
    while (mayBegin()) {
      busy += 1
      lastBegunMs = performance.now()
      setTimeout(beginSoon, momentMs + 1).unref()
      void serveSome(nextGroup()).finally(() => {
        busy -= 1
        beginSoon()
      })
    }
  }

  /** Defers to the end of the current event loop turn, so that calls made in the same turn share a group. */
  function beginSoon(): void {
    if (begins || !mayBegin()) return
    begins = true
    setImmediate(begin)
  }

  return (member) =>
    new Promise((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      beginSoon()
    })
}
