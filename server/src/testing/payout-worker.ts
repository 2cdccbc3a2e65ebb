import { startEngine } from '../engine/start-engine.ts'
import { hastyEngine } from './hasty-engine.ts'

// A process for tests to kill: works payouts from a database against a switch until it ends.

const [databaseUrl = '', switchUrl = ''] = process.argv.slice(2)
await startEngine(await hastyEngine(databaseUrl, switchUrl))
console.log('working')
