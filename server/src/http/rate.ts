import { tooManyRequests } from './http-error.ts'

interface Rate {
  /** Number that is accepted within the time. */
  most: number
  withinMs: number
  now: Date
}

/**
 * Rejects one more beyond a rate. `earlier` holds the times of those before, the newest first, at least as many as the rate
 * accepts; `sentence` receives how long to wait, such as `40 s` or `12 min`.
 */
export function requireRate(
  earlier: readonly string[],
  { most, withinMs, now }: Rate,
  sentence: (wait: string) => string,
): void {
  const oldest = earlier[most - 1]
  if (oldest === undefined) return
  const endsIn = Date.parse(oldest) + withinMs - now.getTime()
  if (endsIn <= 0) return
  const seconds = Math.max(1, Math.ceil(endsIn / 1000))
  throw tooManyRequests(sentence(seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`), seconds)
}
