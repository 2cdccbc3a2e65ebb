import { classifyDatabaseError } from '../db/database-errors.ts'

interface Waiting<T, R> {
  member: T
  resolve(result: R): void
  reject(error: unknown): void
}

interface GroupOptions<T> {
  /** Members with the same key are never served together. */
  keyOf(member: T): string
  atMost?: number
  /** How many groups are served at a time. */
  atOnce?: number
  /** How many make a group at once; fewer wait until a moment has passed since the last group began. */
  enough?: number
  momentMs?: number
}

/** For what only reads: without a commit to share it hardly waits for others. */
export const readMomentMs = 10

/**
 * Lets callers that each care for one thing be served in groups: one that comes alone is served at once, and those that
 * come within a moment after it are served together. Where a group fails each of its members is tried alone, so that
 * none takes others with it.
 */
export function createBatcher<T, R>(
  serve: (members: readonly T[]) => Promise<readonly R[]>,
  { keyOf, atMost = 100, atOnce = 2, enough = 32, momentMs = 100 }: GroupOptions<T>,
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
      // Without an answer of the database nobody knows what was done: that is for the next try to find out.
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
    if (waiting.length === 0 || busy >= atOnce) return false
    return waiting.length >= enough || performance.now() - lastBegunMs >= momentMs
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

  /** After what else happens at this very moment, so that what comes together is served together. */
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
