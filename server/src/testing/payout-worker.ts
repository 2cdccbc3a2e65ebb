import { openDatabase } from '../db/database.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openLanes } from '../rails/lanes.ts'
import { openOutside } from '../rails/outside.ts'
import { startEngine } from '../engine/start-engine.ts'
import { makeSeal } from '../seal.ts'

// A process for tests to kill: works payouts from a database against a switch until it ends.

const [databaseUrl = '', switchUrl = ''] = process.argv.slice(2)
const { db } = openDatabase(databaseUrl, { max: 10, applicationName: 'payout worker' })
const jobs = await openJobs(databaseUrl, {
  retryDelaySeconds: 1,
  expireInSeconds: 3,
  maintenanceIntervalSeconds: 1,
  onError: (error) => console.error(error instanceof Error ? error.message : error),
})
const settings = {
  switchUrl,
  switchSecret: null,
  switchTimeoutMs: 800,
  switchSilenceMs: 3_000,
  identityUrl: null,
  acquirerUrl: null,
  acquirerSecret: null,
  schemeSecret: null,
  billersUrl: switchUrl,
  billersSecret: null,
  webhooksAllowPrivate: true,
}
await startEngine({
  db,
  jobs,
  seal: makeSeal('a secret of the killed worker test'),
  outside: openOutside(settings, null),
  lanes: openLanes(),
  clock: () => new Date(),
  settings,
  delays: { requerySeconds: () => 0.5, doubtSeconds: () => 0.5, cardSeconds: 60, webhookSeconds: () => null },
})
console.log('working')
