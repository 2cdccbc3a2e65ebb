import { openJobs } from '../jobs/jobs.ts'
import { startSimulator } from '../rails/simulator/simulator.ts'
import { aDatabase } from './database.ts'

/** A database and its queues, and outside of them a switch that refuses, falls silent and makes up its mind late. */
export async function aMoodyOutside({ latencyMs }: { latencyMs: number }) {
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
