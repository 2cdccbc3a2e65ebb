import { forgetDownloads } from './areas/downloads/forget-downloads.ts'
import { workDownloads } from './areas/downloads/make-download.ts'
import { forgetStatements } from './areas/statements/forget-statements.ts'
import { workStatements } from './areas/statements/make-statement.ts'
import { startBilling } from './engine/charges/bill-maintenance.ts'
import { startChecking } from './engine/ledger-checks/check-books.ts'
import type { Engine } from './engine/engine.ts'
import { startRepairs } from './engine/repairs/run-repairs.ts'
import { startSchedules } from './engine/schedules/start-schedules.ts'
import { startEngine } from './engine/start-engine.ts'
import { startSweeping } from './engine/sweep.ts'
import { startTellingTrouble } from './engine/tell-trouble.ts'
import { forgetOldRows } from './http/forget.ts'
import type { Services } from './http/handler.ts'
import { workMailQueue } from './jobs/mail-queue.ts'
import { startFolding } from './ledger/fold-worker.ts'
import { type Mailer, mailsAtOnce } from './rails/mail.ts'

const forgetEveryMs = 3_600_000

interface Work {
  engine: Engine
  /** What those who ask are answered with, on the connections of the work. */
  services: Services
  mailer: Mailer
  /** Hears of what went wrong and will be tried again, with a sentence that says what. */
  warn: (what: string) => (error: unknown) => void
  /** Hears of work that will not be tried again. */
  onDead: (sentence: string, about: object) => void
  /** Hears what was wrong with stored data and is repaired. */
  onRepaired: (sentence: string) => void
}

/** Everything that goes on without anybody asking: queues, repairs, folding, schedules, billing, checking, sweeping, forgetting. Gives what stops it. */
export async function startWork(work: Work): Promise<(() => Promise<void>)[]> {
  const { engine, services, mailer, warn, onDead, onRepaired } = work
  const { db, jobs, seal } = engine
  await workMailQueue(jobs, seal, (mail) => mailer.send(mail), mailsAtOnce)
  await startEngine(engine)
  await workStatements(services)
  await workDownloads(services)
  const repairing = await startRepairs(engine, onRepaired)
  const folding = startFolding(db, warn('counts and balances were not folded'))
  const billing = startBilling(engine, warn('the billing of the day was not queued'))
  const checking = startChecking(engine, warn('the check of the books was not queued'))
  const schedules = startSchedules(engine, warn('what falls due was not ordered'))
  const sweeping = await startSweeping(engine, { onDead, onError: warn('the sweep of the minute was not queued') })
  const telling = startTellingTrouble(engine, warn('what gives trouble outside was not told'))
  const forget = () => {
    const now = engine.clock()
    Promise.all([forgetOldRows(db, now), forgetStatements(services, now), forgetDownloads(services, now)]).catch(
      warn('old rows were not forgotten'),
    )
  }
  const forgetting = setInterval(forget, forgetEveryMs)
  return [
    async () => repairing(),
    () => folding.stop(),
    async () => billing(),
    async () => checking(),
    () => schedules.stop(),
    async () => sweeping(),
    () => telling.stop(),
    async () => clearInterval(forgetting),
  ]
}
