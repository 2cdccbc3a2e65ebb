import { join } from 'node:path'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { forgetStatements } from './areas/statements/forget-statements.ts'
import { workStatements } from './areas/statements/make-statement.ts'
import { checkDatabase } from './db/check-database.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { prepareTables } from './db/migrate.ts'
import { fillDemoWorld, type Progress } from './demo/fill.ts'
import { startTraffic } from './demo/traffic.ts'
import { forgetOldRows } from './http/forget.ts'
import { startBilling } from './engine/charges/bill-maintenance.ts'
import { type Engine, usualDelays } from './engine/engine.ts'
import { startFolding } from './ledger/fold-worker.ts'
import { openJobs } from './jobs/jobs.ts'
import { workMailQueue } from './jobs/mail-queue.ts'
import { openLanes } from './rails/lanes.ts'
import { openOutside } from './rails/outside.ts'
import { startEngine } from './engine/start-engine.ts'
import { startSchedules } from './engine/schedules/start-schedules.ts'
import { openFiles } from './rails/files.ts'
import { type Mail, openMailer } from './rails/mail.ts'
import { everyday } from './rails/simulator/behaviour.ts'
import { startSimulator } from './rails/simulator/simulator.ts'
import { makeSeal } from './seal.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './startup-error.ts'

export interface Server {
  app: FastifyInstance
  /** Answers what is under way, then stops everything that was started, the embedded database last. */
  stop(): Promise<void>
}

export interface Notices {
  step(sentence: string): void
  progress(progress: Progress): void
  demoMail(mail: Mail): void
}

const forgetEveryMs = 3_600_000
const drainMs = 5_000

/** Brings everything up in order: database, tables, demo world, jobs, HTTP. */
export async function startServer(settings: Settings, notices: Notices): Promise<Server> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.reverse().splice(0)) await one()
  }
  try {
    await tryPort(settings)
    let url = settings.databaseUrl
    if (url === null) {
      notices.step('Starting the embedded PostgreSQL')
      const embedded = await startEmbedded({ dataDir: settings.dataDir, log: notices.step })
      stops.push(() => embedded.stop())
      url = embedded.url
    }
    await checkDatabase(url)
    const applied = await prepareTables(url, settings)
    if (applied.length > 0) notices.step(`Brought the tables up to date (${applied.length} migrations)`)
    const database = openDatabase(url, { applicationName: 'kobo-console', named: !settings.transactionPooler })
    stops.push(() => database.close())
    const { db } = database

    const seal = makeSeal(settings.secret)
    const files = openFiles({
      folder: join(settings.dataDir, 'files'),
      secret: settings.secret,
      publicPath: '/api/files',
    })
    if (settings.demo) await fillDemoWorld({ database, files, seal, now: new Date(), onProgress: notices.progress })

    const simulator = settings.demo
      ? await startSimulator({ databaseUrl: url, port: settings.simulatorPort, behaviour: everyday })
      : null
    if (simulator) stops.push(() => simulator.close())
    const outside = openOutside(settings, simulator?.url ?? null)
    if (outside.switch === null) notices.step('SWITCH_URL is not set: payouts wait until it is')

    let log: FastifyBaseLogger | null = null
    const lanes = openLanes()
    const jobs = await openJobs(url, {
      retryDelaySeconds: 15,
      shutLanes: lanes.shut,
      onError: (error) => log?.error({ err: error }, 'background work failed'),
    })
    stops.push(() => jobs.stop())
    const mailer = openMailer(settings, db, notices.demoMail)
    stops.push(async () => mailer.close())
    await workMailQueue(jobs, seal, (mail) => mailer.send(mail))

    const clock = () => new Date()
    const engine: Engine = { db, jobs, seal, outside, lanes, clock, settings, delays: usualDelays }
    await startEngine(engine)
    await workStatements({ ...engine, files, settings })
    const warn = (what: string) => (error: unknown) => log?.warn({ err: error }, what)
    const folding = startFolding(db, warn('counts and balances were not folded'))
    stops.push(() => folding.stop())
    const billing = startBilling(engine, warn('the billing of the day was not queued'))
    stops.push(async () => billing())
    const schedules = startSchedules(engine, warn('what falls due was not ordered'))
    stops.push(() => schedules.stop())
    if (settings.demoTraffic) stops.push(startTraffic(engine, warn('the demo stood still for a moment')))

    const app = await createApp({ settings, db, files, jobs, outside, seal, clock })
    log = app.log
    const forgetting = setInterval(() => {
      const now = new Date()
      Promise.all([forgetOldRows(db, now), forgetStatements({ db, files }, now)]).catch((error: unknown) =>
        app.log.warn({ err: error }, 'old rows were not forgotten'),
      )
    }, forgetEveryMs)
    stops.push(async () => clearInterval(forgetting))
    stops.push(() => closeGently(app))
    await listen(app, settings)
    return { app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Lets what is under way be answered, but not for longer than a load balancer waits. */
async function closeGently(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(cut)
}

/** A port in use is told before the work of starting, not after it. */
async function tryPort(settings: Settings): Promise<void> {
  const probe = fastify()
  try {
    await listen(probe, settings)
  } finally {
    await probe.close()
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new StartupError(`Port ${port} is in use. Stop what is using it, or choose another with PORT.`)
    }
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new StartupError(`Port ${port} may not be opened by this user. Choose another with PORT.`)
    }
    throw error
  }
}
