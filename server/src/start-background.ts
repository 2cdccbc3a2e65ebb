import { collectNotifications, withdrawNotifications } from './areas/notifications/collect-notifications.ts'
import { mailNotifications } from './areas/notifications/mail-notifications.ts'
import { purgeDownloads, runDownloadJobs } from './areas/downloads/build-download.ts'
import { purgeStatements, runStatementJobs } from './areas/statements/build-statement.ts'
import { auditSealJobs } from './engine/audit-seals.ts'
import { startChecking } from './engine/ledger-check.ts'
import type { Engine } from './engine/engine.ts'
import { engineJobs } from './engine/item-jobs.ts'
import { startRepairs } from './engine/repairs/run-repairs.ts'
import { resealJob, watchSealed } from './engine/sealing/reseal.ts'
import { startEngine } from './engine/start-engine.ts'
import { startLaneHealthReports } from './engine/lane-health.ts'
import { purgeExpiredRows } from './http/purge-expired.ts'
import { eraseSuperseded } from './http/purge-files.ts'
import type { AppDeps } from './http/handler.ts'
import { type ItemJob, sameItems, startItemJobs } from './jobs/item-jobs.ts'
import { runMailJobs } from './jobs/mail-queue.ts'
import { sendMails } from './engine/messages/send-mails.ts'
import { logDeadJobs, reportFailures } from './jobs/report-failures.ts'
import { startFolding } from './ledger/fold-worker.ts'
import { keyName } from './seal.ts'
import { type Mailer, mailsAtOnce } from './rails/mail.ts'

const forgetEveryMs = 3_600_000

interface Work {
  engine: Engine
  /** Dependencies of the jobs that build requested files, on the connections of the background work. */
  services: AppDeps
  mailer: Mailer
  /** Logs a failure that will be retried, with a message that describes it. */
  warn: (message: string) => (error: unknown) => void
  /** Logs a problem that needs human attention. */
  alarm: (sentence: string, about: object) => void
  /** Logs what is worth keeping. */
  inform: (sentence: string, about: object) => void
  /** Receives a description of stored data that was wrong and has been repaired. */
  onRepaired: (sentence: string) => void
}

/** Starts all background work: queues, repairs, folding, ledger checks and item jobs. Returns the functions that stop it. */
export async function startBackground(work: Work): Promise<(() => Promise<void>)[]> {
  const { engine, services, mailer, warn, alarm, inform, onRepaired } = work
  const { db, clock, jobs, seal } = engine
  const { previousSecret } = services.settings
  await runMailJobs(jobs, seal, sendMails(db, mailer, clock), mailsAtOnce)
  await startEngine(engine)
  await runStatementJobs(services)
  await runDownloadJobs(services)
  const repairing = await startRepairs(engine, onRepaired)
  const folding = startFolding(db, warn('folding counts and balances failed'))
  const checking = await startChecking(engine, {
    onFindings: alarm,
    onError: warn('queueing the ledger check failed'),
  })
  const healthReports = startLaneHealthReports(engine, warn('reporting the health of lanes failed'))
  const itemJobs = startItemJobs(
    {
      db,
      clock,
      onItemError: (err, about) => alarm('An item of a job failed and will be retried', { err, ...about }),
      onError: (error, job) => warn(`the job ${job} was interrupted and will be continued`)(error),
    },
    [
      ...engineJobs(engine),
      ...auditSealJobs(engine, inform),
      collectNotifications(engine),
      withdrawNotifications(engine),
      mailNotifications(services),
      logDeadJobs(engine, alarm),
      reportFailures(engine),
      purgeExpiredRows(engine),
      resealJob({
        ...engine,
        files: services.files,
        previousKey: previousSecret === null ? null : keyName(previousSecret),
      }),
      watchSealed(engine),
      forgetOldFiles(services),
      eraseSuperseded(services, services.settings.supersededDays),
    ],
  )
  return [
    async () => repairing(),
    () => folding.stop(),
    async () => checking(),
    () => healthReports.stop(),
    () => itemJobs.stop(),
  ]
}

function forgetOldFiles(services: AppDeps): ItemJob {
  const kinds = new Map(Object.entries({ downloads: purgeDownloads, statements: purgeStatements }))
  return {
    name: 'forget-files',
    due: { everyMs: forgetEveryMs },
    find: sameItems([...kinds.keys()]),
    async process(kind) {
      await kinds.get(kind)?.(services, services.clock())
    },
  }
}
