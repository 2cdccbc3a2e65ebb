import { startSchedules } from '../engine/schedules/start-schedules.ts'
import { hastyEngine } from './hasty-engine.ts'

// A process for tests to kill: orders what is due in a database, from when it is told to until it ends.

const [databaseUrl = ''] = process.argv.slice(2)
const engine = await hastyEngine(databaseUrl, null)
const onError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
process.stdin.once('data', () => startSchedules(engine, onError, 20))
console.log('ready')
