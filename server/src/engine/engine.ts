import type { Database } from '../db/database.ts'
import { nextDelaySeconds } from '../rails/webhooks.ts'
import type { Seal } from '../seal.ts'
import type { Settings } from '../settings.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Lanes } from '../rails/lanes.ts'
import type { Outside } from '../rails/outside.ts'

/** What moves payouts, collections and webhooks on. */
export interface Engine {
  db: Database
  jobs: Jobs
  seal: Seal
  outside: Outside
  /** How much may be under way at once towards each bank, merchant and receiver: enter before anything is begun. */
  lanes: Lanes
  clock: () => Date
  settings: Pick<Settings, 'switchSilenceMs'>
  delays: Delays
}

/** How long to wait before trying again. */
export interface Delays {
  /** Before the question number `attempt`, counted from 1. */
  requerySeconds(attempt: number): number
  /** Null after the last attempt. */
  webhookSeconds(attemptsMade: number): number | null
}

export const usualDelays: Delays = {
  requerySeconds: (attempt) => Math.min(5 * 2 ** (attempt - 1), 600),
  webhookSeconds: (attemptsMade) => nextDelaySeconds(attemptsMade),
}
