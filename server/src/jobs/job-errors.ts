/** Thrown by work that cannot be done yet and is no failure: it is tried again in silence. */
export class RetryLaterError extends Error {}

/**
 * Thrown by work that may not begin now and was not begun: the job goes back for a while, which does not count as a try.
 * Its lanes are kept with it, so that it is left alone as long as one of them is shut.
 */
export class SnoozeError extends RetryLaterError {
  readonly waitMs: number
  readonly lanes: readonly string[]

  constructor(waitMs: number, lanes: readonly string[]) {
    super(`No place in one of ${lanes.join(', ')}`)
    this.waitMs = waitMs
    this.lanes = lanes
  }
}
