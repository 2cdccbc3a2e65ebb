import { contract } from '@kobo/contract'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { createApp, createWorkerApp } from './app.ts'
import { areas } from './areas.ts'
import { checkDatabase } from './db/check-database.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { prepareTables } from './db/migrate.ts'
import type { Progress } from './demo.ts'
import type { Engine } from './engine/engine.ts'
import { workItemUpdates } from './engine/work-items/after-write.ts'
import { addGauges } from './gauges.ts'
import type { AppDeps } from './http/handler.ts'
import { listsOf } from './http/lists.ts'
import { openJobs } from './jobs/jobs.ts'
import { loadDemo } from './load-demo.ts'
import { countReads, openReads } from './open-reads.ts'
import { usualDelays } from './rails/retry-delays.ts'
import { openLanes } from './rails/lanes.ts'
import { openExternalServices } from './rails/external-services.ts'
import { openFiles } from './rails/files.ts'
import { openFileStore } from './rails/open-file-store.ts'
import { openImageReencoder } from './rails/images.ts'
import { type Mail, openMailer } from './rails/mail.ts'
import { admitSecrets } from './engine/sealing/admit-secrets.ts'
import { openSeal } from './engine/sealing/sealing-form.ts'
import { sealClearNumbers } from './engine/sealing/reseal.ts'
import { type Settings, secretsOf } from './settings.ts'
import { startBackground } from './start-background.ts'
import { startTracing } from './start-tracing.ts'
import { StartupError } from './startup-error.ts'

export interface Server {
  app: FastifyInstance
  /** Answers pending requests, then stops everything that was started, the embedded database last. */
  stop(): Promise<void>
}

export interface Notices {
  step(sentence: string): void
  progress(progress: Progress): void
  demoMail(mail: Mail): void
}

/** A server without background work only creates the queues. */
const webJobConnections = 1
const drainMs = 5_000

/** Starts everything in order: database, tables, demo data, jobs, HTTP. */
export async function startServer(settings: Settings, notices: Notices): Promise<Server> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.reverse().splice(0)) await one()
  }
  try {
    for (const sentence of settings.deprecated) notices.step(sentence)
    await tryPort(settings)
    let log: FastifyBaseLogger | null = null
    stops.push(await startTracing(settings, (message) => log?.warn(`Traces are not sent: ${message}`)))
    let url = settings.databaseUrl
    if (url === null) {
      notices.step('Starting the embedded PostgreSQL')
      const embedded = await startEmbedded({ dataDir: settings.dataDir, log: notices.step })
      stops.push(() => embedded.stop())
      url = embedded.url
    }
    await checkDatabase(url)
    const applied = await prepareTables(url, settings)
    if (applied.length > 0) notices.step(`Applied ${applied.length} migrations`)
    const { role, pools } = settings
    const named = !settings.transactionPooler
    const max = pools[role === 'worker' ? 'worker' : 'web']
    const database = openDatabase(url, { applicationName: `kobo-console ${role}`, max, named })
    stops.push(() => database.close())
    const { db } = database

    const { seal, stop: stopReading } = await openSeal(db, secretsOf(settings), (error) =>
      log?.warn({ err: error }, 'the form of sealed values could not be read'),
    )
    stops.push(async () => stopReading())
    await sealClearNumbers(db, seal)
    await admitSecrets(db, seal)
    const store = await openFileStore(settings.fileStore)
    stops.push(async () => store.close())
    const files = openFiles({ store, seal, publicPath: '/api/files' })
    const images = openImageReencoder()
    stops.push(async () => images.close())
    const demo = settings.demo ? await loadDemo() : null
    const transactions = settings.demoTransactions
    await demo?.fill({ database, files, seal, now: new Date(), transactions, onProgress: notices.progress })
    const simulator = await demo?.startSimulator(url, settings)
    if (simulator) stops.push(() => simulator.close())
    const outside = openExternalServices(settings, simulator?.url ?? null)
    if (outside.switch === null) notices.step('SWITCH_URL is not set: payouts stay queued until it is')

    // Separate connections, so that requests and background work cannot exhaust each other's.
    const worked =
      role === 'all' ? openDatabase(url, { applicationName: 'kobo-console work', max: pools.worker, named }) : database
    if (worked !== database) stops.push(() => worked.close())
    const mailer = openMailer(settings, worked.db, notices.demoMail)
    stops.push(async () => mailer.close())
    const reads = openReads(settings, db, (name, reason) => {
      if (reason === null) log?.info(`the replica ${name} is used for reads`)
      else log?.warn(`the replica ${name} is left out: ${reason}`)
    })
    if (reads) stops.push(() => reads.close())
    const lanes = openLanes()
    const metrics = new Registry()
    if (reads) countReads(metrics, reads)
    const jobs = await openJobs(url, {
      retryDelaySeconds: 15,
      connections: role === 'web' ? webJobConnections : pools.jobs,
      housekeeping: role !== 'web',
      shutLanes: lanes.shut,
      onError: (error) => log?.error({ err: error }, 'background work failed'),
    })
    stops.push(() => jobs.stop())
    const clock = () => new Date()
    const lists = listsOf(contract, areas)
    const services: AppDeps = {
      settings,
      db,
      reads,
      databaseState: database.state,
      files,
      images,
      jobs,
      outside,
      seal,
      metrics,
      delays: usualDelays,
      clock,
      lists,
      updateWorkItems: workItemUpdates((error) => log?.error({ err: error }, 'updating work items failed')),
    }
    const app = role === 'worker' ? createWorkerApp(services) : await createApp(services, demo)
    log = app.log
    // A store that is down delays no start: only calls that need a file fail until it responds.
    void store.check().catch((error: unknown) => app.log.error({ err: error }, 'the store of files cannot be used'))
    if (role !== 'web') {
      const engine: Engine = { db: worked.db, jobs, seal, outside, lanes, clock, settings, delays: usualDelays }
      const warn = (message: string) => (error: unknown) => app.log.warn({ err: error }, message)
      addGauges(metrics, {
        db: worked.db,
        lanes,
        dataDir: settings.dataDir,
        tlsEndpoints: settings.tlsEndpoints,
        onError: (error, reading) => warn(`the gauges of ${reading} could not be read`)(error),
      })
      const alarm = (sentence: string, about: object) => app.log.error(about, sentence)
      const inform = (sentence: string, about: object) => app.log.info(about, sentence)
      const onRepaired = (sentence: string) => app.log.warn(sentence)
      const work = { engine, services: { ...services, db: worked.db }, mailer, warn, alarm, inform, onRepaired }
      stops.push(...(await startBackground(work)))
    }
    stops.push(() => closeGently(app))
    await listen(app, settings)
    if (demo && settings.demoTraffic && role !== 'worker') {
      const onError = (error: unknown) => app.log.warn({ err: error }, 'demo traffic was interrupted')
      stops.push(await demo.startTraffic(services, onError))
    }
    return { app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for pending requests, but no longer than a load balancer does. */
async function closeGently(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await app.close()
  clearTimeout(cut)
}

/** Detects a port in use before the work of starting, not after it. */
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
      throw new StartupError(`Port ${port} cannot be opened by this user. Choose another with PORT.`)
    }
    throw error
  }
}
