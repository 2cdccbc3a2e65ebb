import type { Jobs } from '../../jobs/jobs.ts'
import type { RetryDelays } from '../../rails/retry-delays.ts'
import type { Settings } from '../../settings.ts'

/** Dependencies of the outbound steps besides the database, which both the engine and a write's context provide. */
export interface OutboundDeps {
  jobs: Jobs
  delays: RetryDelays
  settings: Pick<Settings, 'switchSilenceMs'>
}
