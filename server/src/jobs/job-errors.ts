/** Thrown by work that cannot be done yet, which is not a failure: it is retried without an error report. */
export class RetryLaterError extends Error {}

/**
 * Thrown by work that may not begin now and was not begun: the job is snoozed, which does not use up a try. Its lanes are stored
 * with it, so that it is not fetched while one of them is shut.
 */
export class SnoozeError extends RetryLaterError {
  readonly waitMs: number
  readonly lanes: readonly string[]

  constructor(waitMs: number, lanes: readonly string[]) {
    super(`No free slot in one of ${lanes.join(', ')}`)
    this.waitMs = waitMs
    this.lanes = lanes
  }
}
