import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@kobo/contract'
import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import { Registry } from 'prom-client'
import { createApp } from '../app.ts'
import { areas } from '../areas.ts'
import { runDownloadJobs } from '../areas/downloads/build-download.ts'
import { runStatementJobs } from '../areas/statements/build-statement.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Reads } from '../db/replicas.ts'
import type { AppDeps } from '../http/handler.ts'
import { listsOf } from '../http/lists.ts'
import { closeSessionKey } from '../http/session-key.ts'
import { sha256Hex, signingKey } from '../http/signature.ts'
import type { Engine } from '../engine/engine.ts'
import { openJobs } from '../jobs/jobs.ts'
import { sendMails } from '../engine/messages/send-mails.ts'
import { runMailJobs } from '../jobs/mail-queue.ts'
import { loadDemo } from '../load-demo.ts'
import { type RetryDelays, usualDelays } from '../rails/retry-delays.ts'
import { openLanes } from '../rails/lanes.ts'
import { openExternalServices } from '../rails/external-services.ts'
import { startEngine } from '../engine/start-engine.ts'
import { workItemUpdates } from '../engine/work-items/after-write.ts'
import { openFiles } from '../rails/files.ts'
import { openFileStore } from '../rails/open-file-store.ts'
import { openImageReencoder, type ImageLimits, defaultImageLimits } from '../rails/images.ts'
import { mailsAtOnce, openMailer } from '../rails/mail.ts'
import type { Behaviour } from '@kobo/demo/simulator/behaviour'
import { type Simulator, startSimulator } from '@kobo/demo/simulator/simulator'
import { readSettings, type Settings } from '../settings.ts'
import { uuidv7 } from '../uuid.ts'
import { type Answer, type Bend, type Credentials, sendCall } from './client.ts'
import { aDatabase, type TestDatabase } from './database.ts'
import { testSeal, testSecret } from './factories.ts'

export interface Client {
  staffId: string
  credentials: Credentials
  call<C extends Call>(call: C, request: Request<C>, bend?: Bend): Promise<Answer<Data<C>>>
}

export interface TestApp {
  url: string
  services: AppDeps
  db: TestDatabase['db']
  database: TestDatabase
  /** Simulated external services, if the test requested them. */
  simulator: Simulator | null
  engine: Engine
  /** Advances the server's clock, which otherwise follows real time. */
  clock: { advance(ms: number): void; now(): Date }
  /** Sends an unauthenticated request. */
  call<C extends Call>(call: C, request: Request<C>, bend?: Bend): Promise<Answer<Data<C>>>
  signIn(as?: { role?: string; firstName?: string; mode?: Mode; email?: string }): Promise<Client>
  close(): Promise<void>
}

export interface TestAppOptions {
  settings?: Partial<Settings>
  /** Starts the job workers; without it, a test that enqueues a job fails. */
  jobs?: 'running'
  /** Starts the simulated external services, optionally with changed behaviour, and the job workers. */
  rails?: 'running' | Partial<Behaviour>
  /** Retry delays of the engine. */
  delays?: Partial<RetryDelays>
  /** Concurrency limit and queue timeout for re-encoding images. */
  images?: Partial<ImageLimits>
  /** Returns the URL of a proxy between the server and its database. */
  through?: (databaseUrl: string) => Promise<string>
  /** Returns replicas of the server's database. */
  reads?: (primary: Database) => Reads
}

/** Starts the real app on its own database and a free port. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await aDatabase()
  const served = options.through ? openDatabase(await options.through(database.url), { max: 4 }) : database
  const folder = await mkdtemp(join(tmpdir(), 'kobo-test-'))
  const settings: Settings = {
    ...readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', SECRET: testSecret }, folder),
    limits: { perAddress: 100_000, perSession: 100_000, auth: 100_000, perSigner: 100_000, unsigned: 100_000 },
    ...options.settings,
  }
  const seal = testSeal
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  let listensAt = ''
  const { acquirerSecret } = settings
  const simulator = options.rails
    ? await startSimulator({
        databaseUrl: database.url,
        acquirersClient: acquirerSecret === null ? null : { url: () => listensAt, secret: acquirerSecret },
        ...(options.rails !== 'running' && { behaviour: options.rails }),
      })
    : null
  const outside = openExternalServices(settings, simulator?.url ?? null)
  const working = options.jobs === 'running' || simulator !== null
  const lanes = openLanes()
  const jobs = working
    ? await openJobs(database.url, { retryDelaySeconds: 1, shutLanes: lanes.shut, onError: () => {} })
    : { enqueue: noJobs, enqueueAll: noJobs, work: noJobs, stop: async () => {} }
  const mailer = openMailer(settings, database.db, () => {})
  if (working) await runMailJobs(jobs, seal, sendMails(database.db, mailer, now), mailsAtOnce)
  const store = await openFileStore(settings.fileStore)
  const images = openImageReencoder({ ...defaultImageLimits, ...options.images })
  const services: AppDeps = {
    settings,
    db: served.db,
    reads: options.reads?.(served.db) ?? null,
    databaseState: served.state,
    files: openFiles({ store, seal, publicPath: '/api/files' }),
    images,
    jobs,
    outside,
    seal,
    metrics: new Registry(),
    delays: { ...usualDelays, ...options.delays },
    clock: now,
    lists: listsOf(contract, areas),
    updateWorkItems: workItemUpdates((error) => {
      throw error
    }),
  }
  const engine: Engine = { ...services, db: database.db, lanes }
  if (working) await startEngine(engine)
  if (working) await runStatementJobs({ ...services, db: database.db })
  if (working) await runDownloadJobs({ ...services, db: database.db })
  const app = await createApp(services, settings.demo ? await loadDemo() : null)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  listensAt = url
  return {
    url,
    services,
    db: database.db,
    database,
    simulator,
    engine,
    clock: {
      now,
      advance: (ms) => {
        offsetMs += ms
      },
    },
    call: (call, request, bend) => sendCall(url, null, call, request, bend),
    signIn: async (as = {}) => {
      const { staffId, credentials } = await aSession(services, as)
      return {
        staffId,
        credentials,
        call: (call, request, bend) =>
          sendCall(url, credentials, call, request, { timestampMs: now().getTime(), ...bend }),
      }
    },
    close: async () => {
      await app.close()
      images.close()
      store.close()
      await jobs.stop()
      await simulator?.close()
      mailer.close()
      if (served !== database) await served.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function noJobs(): Promise<void> {
  throw new Error('This test did not enable jobs')
}

/** Inserts a staff member with an active session directly into the database. */
async function aSession(services: AppDeps, as: Parameters<TestApp['signIn']>[0] = {}) {
  const { db, seal, settings, clock } = services
  const at = clock()
  const staffId = uuidv7()
  const mode = as.mode ?? 'PRODUCTION'
  const firstName = as.firstName ?? 'Adaeze'
  await db
    .insertInto('staff')
    .values({
      id: staffId,
      created_at: new Date().toISOString(),
      email: as.email ?? `${firstName.toLowerCase()}-${staffId}@demo.test`,
      first_name: firstName,
      last_name: 'Okonkwo',
      role: as.role ?? 'ADMIN',
      mode,
    })
    .execute()
  const sessionId = uuidv7()
  const cookie = randomBytes(32).toString('base64url')
  const key = signingKey(settings.hashKey, randomBytes(32).toString('base64url'))
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      staff_id: staffId,
      created_at: at.toISOString(),
      seen_at: at.toISOString(),
      ends_at: new Date(at.getTime() + settings.sessionLifeMs).toISOString(),
      mode,
      cookie_hash: sha256Hex(cookie),
      sealed_key: closeSessionKey(seal, sessionId, key),
    })
    .execute()
  return { staffId, credentials: { sessionId, cookie, key } }
}
