import { startEngine } from '../engine/start-engine.ts'
import { fastRetryEngine, startHastyJobs } from './fast-retry-engine.ts'

// Process that tests kill: runs payout jobs from a database against a switch until it is killed.

const [databaseUrl = '', switchUrl = ''] = process.argv.slice(2)
const engine = await fastRetryEngine(databaseUrl, switchUrl)
await startEngine(engine)
startHastyJobs(engine)
console.log('working')
