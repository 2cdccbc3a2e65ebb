/** How far the server's clock is ahead of this computer's, in milliseconds. */
let offsetMs = 0

/** Returns the server's current time in epoch milliseconds. Every comparison with the present uses this clock. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Converts a local timestamp in milliseconds to the server's clock. */
export function onServerClock(localMs: number): number {
  return localMs + offsetMs
}

/** Sets the clock offset from a timestamp reported by the server. */
export function setServerTime(serverTimeMs: number): void {
  offsetMs = serverTimeMs - Date.now()
}

/** Largest offset that is ignored: the `Date` header has whole seconds, and a response takes time to arrive. */
const toleratedMs = 2_000

/** Follows the clock of the response's `Date` header, which a server on another origin may not expose. */
export function followServerClock({ headers }: Response): void {
  const responseTimeMs = Date.parse(headers.get('date') ?? '')
  if (Math.abs(responseTimeMs - serverNow()) > toleratedMs) setServerTime(responseTimeMs)
}
