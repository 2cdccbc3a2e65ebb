import type { Jobs } from '../../jobs/jobs.ts'
import type { RetryDelays } from '../../rails/retry-delays.ts'
import type { Settings } from '../../settings.ts'

/** What a step of an outgoing transaction needs beside the database; the engine and a write's context both have it. */
export interface OutboundDeps {
  jobs: Jobs
  delays: RetryDelays
  settings: Pick<Settings, 'switchSilenceMs'>
}
