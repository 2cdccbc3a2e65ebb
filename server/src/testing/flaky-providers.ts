import { openJobs } from '../jobs/jobs.ts'
import { startSimulator } from '@kobo/demo/simulator/simulator'
import { aDatabase } from './database.ts'

/** Starts a database with job queues and a simulated switch that declines, times out and settles late. */
export async function startFlakyProviders({ latencyMs }: { latencyMs: number }) {
  const database = await aDatabase()
  const simulator = await startSimulator({
    databaseUrl: database.url,
    behaviour: {
      latencyMs,
      transfers: { approved: 70, refused: 10, approvedButSilent: 8, silent: 4, unknown: 8 },
      settlesAfterMs: 1_000,
      settlesRefused: 0.3,
    },
  })
  const jobs = await openJobs(database.url, { retryDelaySeconds: 1, expireInSeconds: 3, onError: () => {} })
  return {
    database,
    db: database.db,
    simulator,
    jobs,
    async stop() {
      await jobs.stop()
      await simulator.close()
      await database.close()
    },
  }
}
