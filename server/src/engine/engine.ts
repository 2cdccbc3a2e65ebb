import type { Database } from '../db/database.ts'
import type { RetryDelays } from '../rails/retry-delays.ts'
import type { Seal } from '../seal.ts'
import type { Settings } from '../settings.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Lanes } from '../rails/lanes.ts'
import type { ExternalServices } from '../rails/external-services.ts'

/** Dependencies of the code that processes payouts, collections and webhooks. */
export interface Engine {
  db: Database
  jobs: Jobs
  seal: Seal
  outside: ExternalServices
  /** Limits on concurrent work per bank, merchant and receiver. Enter them before any work begins. */
  lanes: Lanes
  clock: () => Date
  settings: Pick<Settings, 'switchSilenceMs'>
  delays: RetryDelays
}
