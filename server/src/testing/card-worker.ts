import { setTimeout as sleep } from 'node:timers/promises'
import { transact } from '../db/transact.ts'
import { sweepAuthorisations } from '../engine/cards/release-authorisation.ts'
import { payPayables } from '../engine/payables.ts'
import { fastRetryEngine } from './fast-retry-engine.ts'
import { processItems } from './run-inline.ts'

// Process that tests kill: expires authorisations with a clock eight days ahead and settles the scheme's payables daily.
const [databaseUrl = ''] = process.argv.slice(2)
const { db, jobs } = await fastRetryEngine(databaseUrl, null)
const clock = () => new Date(Date.now() + 8 * 86_400_000)
console.log('working')
for (;;) {
  const at = clock()
  // A day lasts 100 ms, so that many settlement runs begin.
  const nth = Math.floor(at.getTime() / 100) % 20_000
  const day = new Date(Date.UTC(2027, 0, nth)).toISOString().slice(0, 10)
  await Promise.all([
    processItems(sweepAuthorisations({ db, jobs, clock })),
    transact(db, (t) => payPayables(t, 'SCHEME_FLOAT', { mode: 'PRODUCTION', day, at })),
    transact(db, (t) => payPayables(t, 'SCHEME_FLOAT', { mode: 'PRODUCTION', day, at })),
  ])
  await sleep(5)
}
