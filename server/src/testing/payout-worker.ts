import { startEngine } from '../engine/start-engine.ts'
import { hastyEngine, startHastyJobs } from './fast-retry-engine.ts'

// A process for tests to kill: works payouts from a database against a switch until it ends.

const [databaseUrl = '', switchUrl = ''] = process.argv.slice(2)
const engine = await hastyEngine(databaseUrl, switchUrl)
await startEngine(engine)
startHastyJobs(engine)
console.log('working')
