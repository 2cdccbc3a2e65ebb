import { createHash } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { CompiledQuery, type Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import { databaseFault } from '../db/faults.ts'
import type { Tables } from '../db/tables.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

/** Every kind of background work and what it carries. */
export interface JobKinds {
  /** A mail, sealed, because it may hold a code. */
  mail: { sealed: string }
  /** A payout on its way to the switch. */
  payout: { transactionId: string }
  /** A question to the switch about a payout whose outcome is open; `attempt` counts from 1. */
  requery: { transactionId: string; attempt: number }
  /** One attempt to deliver an event; `number` counts from 1 over all of its attempts. */
  webhook: { eventId: string; number: number }
  /** The charges that fall due by the calendar; `day` is one in Lagos. */
  billing: { day: string }
  /** A charge that is owed. */
  charge: OwedCharge
  /** The items of an uploaded batch after a position; `attempt` counts the passes over all of them from 1. */
  'validate-batch': { batchId: string; after: number; attempt: number }
  /** The payouts of a batch; `idle` counts the rounds since one was made. */
  'process-batch': { batchId: string; round: number; idle: number }
}

/** A charge at the price of the day that it fell due; amounts are kobo as text. */
export interface OwedCharge {
  mode: Mode
  merchantId: string
  reference: string
  feeKobo: string
  vatKobo: string
}

/** Thrown by work that cannot be done yet and is no failure: it is tried again in silence. */
export class NotYet extends Error {}

type Kind = keyof JobKinds

export interface EnqueueOptions {
  afterSeconds?: number
  /** A second job of a kind with the same key is not made as long as the first is remembered, at least twelve hours. */
  key?: string
}

/** Durable background work: a job is there exactly when the transaction that asked for it commits. */
export interface Jobs {
  enqueue<K extends Kind>(db: Kysely<Tables>, kind: K, data: JobKinds[K], options?: EnqueueOptions): Promise<void>
  /** Runs waiting jobs of a kind, as many at once as told (one), and tries failed ones again. */
  work<K extends Kind>(
    kind: K,
    handler: (data: JobKinds[K]) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  /** Takes no more work, and waits a few seconds for what is under way. */
  stop(): Promise<void>
}

export interface JobOptions {
  retryDelaySeconds: number
  /** How long a job may run: after that, or when its worker has died, it comes back. */
  expireInSeconds?: number
  /** How often such jobs are looked for. */
  maintenanceIntervalSeconds?: number
  /** Hears of every attempt that failed, and of the database being away. */
  onError: (error: unknown) => void
}

/** Where jobs go that failed to the end, for a person to look at. */
const deadLetters = 'dead'
const hourSeconds = 3600

interface Patience {
  tryForHours: number
  /** The usual delay unless given. */
  retryDelaySeconds?: number
}

/** For how long each kind is tried again. */
const patience: Record<Kind, Patience> = {
  mail: { tryForHours: 8 },
  // A payout that is still queued has not been sent, so that it may wait for the switch over a long weekend.
  payout: { tryForHours: 96 },
  requery: { tryForHours: 96 },
  webhook: { tryForHours: 8 },
  billing: { tryForHours: 8 },
  // Until there is money, for a year.
  charge: { tryForHours: 365 * 24, retryDelaySeconds: 6 * hourSeconds },
  // As long as the payouts that they make.
  'validate-batch': { tryForHours: 96 },
  'process-batch': { tryForHours: 96 },
}

const kinds = [
  'mail',
  'payout',
  'requery',
  'webhook',
  'billing',
  'charge',
  'validate-batch',
  'process-batch',
] as const satisfies readonly Kind[]
const stopWaitMs = 5_000

/** Opens the queues, which live in the database. */
export async function openJobs(url: string, options: JobOptions): Promise<Jobs> {
  const { retryDelaySeconds, expireInSeconds = 60, maintenanceIntervalSeconds = 30, onError } = options
  const boss = new PgBoss({
    connectionString: url,
    max: 5,
    application_name: 'kobo-console jobs',
    schedule: false,
    maintenanceIntervalSeconds,
  })
  boss.on('error', onError)
  await boss.start()
  await untilDone(() => boss.createQueue(deadLetters))
  for (const kind of kinds) {
    const { tryForHours, retryDelaySeconds: retryDelay = retryDelaySeconds } = patience[kind]
    const queue = {
      name: kind,
      deadLetter: deadLetters,
      expireInSeconds,
      retryDelay,
      retryLimit: Math.ceil((tryForHours * hourSeconds) / retryDelay),
      // Work that is still waiting must not be forgotten.
      retentionMinutes: (tryForHours + 14 * 24) * 60,
    }
    await untilDone(() => boss.createQueue(kind, { ...queue }))
    // A queue that stands already keeps its old numbers unless told.
    await untilDone(() => boss.updateQueue(kind, { ...queue }))
  }
  const loops: WorkLoop[] = []
  return {
    async enqueue(db, kind, data, { afterSeconds = 0, key } = {}) {
      await boss.send(kind, data, {
        startAfter: afterSeconds,
        ...(key !== undefined && { id: idOf(kind, key) }),
        db: { executeSql: (text, values) => run(db, text, values) },
      })
    },
    async work(kind, handler, { concurrency = 1 } = {}) {
      type Work = JobKinds[typeof kind]
      loops.push(
        startWorkLoop({
          concurrency,
          fetch: (batchSize) => boss.fetch<Work>(kind, { batchSize }),
          handle: (job) => handler(job.data),
          complete: (job) => boss.complete(kind, job.id),
          fail: (job, reason) => boss.fail(kind, job.id, { message: reason }),
          onError: (error) => {
            if (!(error instanceof NotYet)) onError(error)
          },
        }),
      )
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop(stopWaitMs)))
      await boss.stop({ graceful: false })
    },
  }
}

/** Servers that start together on a new database stand in each other's way when they make the queues. */
async function untilDone(make: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await make()
      return
    } catch (error) {
      if (databaseFault(error) !== 'retry' || attempt === 20) throw error
    }
  }
}

/** The same id for the same key, so that the queue itself refuses a second job. */
function idOf(kind: Kind, key: string): string {
  const hex = createHash('sha256').update(`${kind} ${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function run(db: Kysely<Tables>, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  return await db.executeQuery(CompiledQuery.raw(text, values))
}
