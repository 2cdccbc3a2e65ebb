import { openDatabase } from '../db/database.ts'
import { openJobs } from '../jobs/jobs.ts'
import { usualDelays } from '../rails/delays.ts'
import { openLanes } from '../rails/lanes.ts'
import { openOutside } from '../rails/outside.ts'
import { startSchedules } from '../engine/schedules/start-schedules.ts'
import { makeSeal } from '../seal.ts'

// A process for tests to kill: orders what is due in a database, from when it is told to until it ends.

const [databaseUrl = ''] = process.argv.slice(2)
const settings = {
  switchUrl: null,
  switchSecret: null,
  switchTimeoutMs: 800,
  switchSilenceMs: 3_000,
  identityUrl: null,
  acquirerUrl: null,
  acquirerSecret: null,
  schemeSecret: null,
  billersUrl: null,
  billersSecret: null,
  webhooksAllowPrivate: true,
}
const onError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
const { db } = openDatabase(databaseUrl, { max: 4, applicationName: 'schedule worker' })
const jobs = await openJobs(databaseUrl, { retryDelaySeconds: 1, onError })
const engine = {
  db,
  jobs,
  seal: makeSeal('a secret of the schedules test'),
  outside: openOutside(settings, null),
  lanes: openLanes(),
  clock: () => new Date(),
  settings,
  delays: usualDelays,
}
process.stdin.once('data', () => startSchedules(engine, onError, 20))
console.log('ready')
