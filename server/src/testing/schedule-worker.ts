import { dispatchScheduled } from '../engine/schedules/dispatch-scheduled.ts'
import { runRecurring } from '../engine/schedules/run-recurring.ts'
import { startItemJobs } from '../jobs/item-jobs.ts'
import { fastRetryEngine } from './fast-retry-engine.ts'

// Process that tests kill: dispatches due payouts of a database from its first input until it is killed.

const [databaseUrl = ''] = process.argv.slice(2)
const engine = await fastRetryEngine(databaseUrl, null)
const onError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
const context = { ...engine, onItemError: onError, onError, claimMs: 500 }
const jobs = [dispatchScheduled(engine), runRecurring(engine)]
process.stdin.once('data', () => startItemJobs(context, jobs, 20))
console.log('ready')
