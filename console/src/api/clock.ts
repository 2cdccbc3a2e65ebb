/** How far the server's clock is ahead of this computer's. */
let offsetMs = 0

/** What the server's clock reads now, in milliseconds since 1970: the one clock for all that is compared with the present. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** What the server's clock read when this computer's read `localMs`. */
export function onServerClock(localMs: number): number {
  return localMs + offsetMs
}

/** Sets the clock by what the server says that its own reads. */
export function setServerTime(serverTimeMs: number): void {
  offsetMs = serverTimeMs - Date.now()
}

/** A reply is dated in whole seconds, and takes a moment to come: less than this is no difference between the clocks. */
const toleratedMs = 2_000

/** Follows the clock by which a reply is dated; another origin's server may not let that be read. */
export function followServerClock({ headers }: Response): void {
  const dated = Date.parse(headers.get('date') ?? '')
  if (Math.abs(dated - serverNow()) > toleratedMs) setServerTime(dated)
}
