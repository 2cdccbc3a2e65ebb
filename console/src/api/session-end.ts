import { z } from 'zod'

/** End of the session, by this computer's clock. */
export interface SessionEnd {
  /** When the session ends without further use. */
  idleAt: number
  /** When the session ends at the latest. */
  totalAt: number
}

/** `null` if the server does not report it. */
let end: SessionEnd | null = null
let lastUse = 0
const listeners = new Set<() => void>()

/** Snapshot for `useSyncExternalStore`. */
export function sessionEnd(): SessionEnd | null {
  return end
}

/** Clears the end of a session that is over, because the next session has its own. */
export function clearSessionEnd(): void {
  end = null
  lastUse = 0
  for (const listener of listeners) listener()
}

/** Returns the time of the last call that was not made in the background. */
export function lastUseOfSession(): number {
  return lastUse
}

export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const seconds = z.coerce.number().nonnegative()

/** Reads how long the session lasts from a response. These are durations, so neither clock has to be right. */
export function readSessionEnd(headers: Headers, { isBackground }: { isBackground: boolean }): void {
  const now = Date.now()
  if (!isBackground) lastUse = now
  const idle = seconds.safeParse(headers.get('x-session-idle-seconds') ?? undefined)
  const total = seconds.safeParse(headers.get('x-session-seconds') ?? undefined)
  if (!idle.success || !total.success) return
  end = { idleAt: now + idle.data * 1000, totalAt: now + total.data * 1000 }
  for (const listener of listeners) listener()
}
