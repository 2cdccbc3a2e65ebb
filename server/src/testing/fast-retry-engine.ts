import { tmpdir } from 'node:os'
import { openDatabase } from '../db/database.ts'
import type { Engine } from '../engine/engine.ts'
import { engineJobs } from '../engine/item-jobs.ts'
import { startItemJobs } from '../jobs/item-jobs.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openLanes } from '../rails/lanes.ts'
import { openExternalServices } from '../rails/external-services.ts'
import { makeSeal } from '../seal.ts'
import { readSettings, type Settings } from '../settings.ts'

const environment = { SECRET: 'a secret of killed workers', SWITCH_TIMEOUT_MS: '800', LOG_LEVEL: 'silent' }

/** Settings of the processes that tests kill; their data folder stays unused. */
export const hastySettings: Settings = {
  ...readSettings({ ...environment, RATE_LIMIT: '1000000' }, tmpdir()),
  switchSilenceMs: 3_000,
}

/** Builds the engine of a process that tests kill; jobs that a killed process left behind are retried within seconds. */
export async function fastRetryEngine(databaseUrl: string, servicesUrl: string | null): Promise<Engine> {
  const { db } = openDatabase(databaseUrl, { max: 10, applicationName: 'killed worker' })
  const jobs = await openJobs(databaseUrl, {
    retryDelaySeconds: 1,
    expireInSeconds: 3,
    maintenanceIntervalSeconds: 1,
    onError: (error) => console.error(error instanceof Error ? error.message : error),
  })
  return {
    db,
    jobs,
    seal: makeSeal(hastySettings.secret),
    outside: openExternalServices(hastySettings, servicesUrl),
    lanes: openLanes(),
    clock: () => new Date(),
    settings: hastySettings,
    delays: { requerySeconds: () => 0.5, unconfirmedSeconds: () => 0.5, cardSeconds: 60, webhookSeconds: () => null },
  }
}

/** Starts the daily item jobs; claims of a killed process expire within a second. */
export function startHastyJobs(engine: Engine): void {
  const onError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
  const daily = engineJobs(engine).filter(({ due }) => 'dailyAtMs' in due)
  startItemJobs({ ...engine, onItemError: onError, onError, claimMs: 500 }, daily, 20)
}
