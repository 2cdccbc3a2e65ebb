import { SnoozeError } from '../jobs/job-errors.ts'
import type { Lane, Lanes, Permit } from '../rails/lanes.ts'

/**
 * Does a job's work with a place in all of these lanes. Where there is none the job goes back to its queue, untouched and
 * without counting as tried; so enter before anything is read for good, held or sent. `work` tells its permit how the
 * outside answered; what it does not tell counts as unused.
 */
export async function withLanes<T>(lanes: Lanes, wanted: readonly Lane[], work: (permit: Permit) => Promise<T>) {
  const entry = lanes.enter(wanted)
  if (entry.permit === null) throw new SnoozeError(entry.waitMs, wanted)
  try {
    return await work(entry.permit)
  } finally {
    entry.permit.leave('unused')
  }
}
