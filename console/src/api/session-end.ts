import { z } from 'zod'

/** When the session ends, by this computer's clock. */
export interface SessionEnd {
  /** If nobody uses it from now on. */
  idleAt: number
  /** At the latest. */
  totalAt: number
}

/** `null` where the server does not tell. */
let end: SessionEnd | null = null
let lastUse = 0
const listeners = new Set<() => void>()

/** The session's end, to be read by `useSyncExternalStore`. */
export function sessionEnd(): SessionEnd | null {
  return end
}

/** Forgets the end of a session that is over: the next one has its own. */
export function forgetSessionEnd(): void {
  end = null
  lastUse = 0
  for (const listener of listeners) listener()
}

/** When the last call went that was not made by the clock. */
export function lastUseOfSession(): number {
  return lastUse
}

export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const seconds = z.coerce.number().nonnegative()

/** Takes from a reply how long the session still lasts: durations, which do not depend on either clock being right. */
export function readSessionEnd(headers: Headers, { isBackground }: { isBackground: boolean }): void {
  const now = Date.now()
  if (!isBackground) lastUse = now
  const idle = seconds.safeParse(headers.get('x-session-idle-seconds') ?? undefined)
  const total = seconds.safeParse(headers.get('x-session-seconds') ?? undefined)
  if (!idle.success || !total.success) return
  end = { idleAt: now + idle.data * 1000, totalAt: now + total.data * 1000 }
  for (const listener of listeners) listener()
}
