import type { Database } from '../db/database.ts'
import type { RetryDelays } from '../rails/retry-delays.ts'
import type { Seal } from '../seal.ts'
import type { Settings } from '../settings.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Lanes } from '../rails/lanes.ts'
import type { ExternalServices } from '../rails/external-services.ts'

/** What moves payouts, collections and webhooks on. */
export interface Engine {
  db: Database
  jobs: Jobs
  seal: Seal
  outside: ExternalServices
  /** How much may be under way at once towards each bank, merchant and receiver: enter before anything is begun. */
  lanes: Lanes
  clock: () => Date
  settings: Pick<Settings, 'switchSilenceMs'>
  delays: RetryDelays
}
