import { SnoozeError } from '../jobs/job-errors.ts'
import type { Lane, Lanes, Permit } from '../rails/lanes.ts'

/**
 * Runs a job's work inside all of these lanes. If one is full, the job is snoozed without using up a try, so enter before
 * anything is placed on hold, sent or read for a decision. `work` reports the provider's health to its permit; otherwise the
 * permit counts as unused.
 */
export async function withLanes<T>(lanes: Lanes, required: readonly Lane[], work: (permit: Permit) => Promise<T>) {
  const entry = lanes.enter(required)
  if (entry.permit === null) throw new SnoozeError(entry.waitMs, required)
  try {
    return await work(entry.permit)
  } finally {
    entry.permit.leave('unused')
  }
}
