import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { OpenDatabase } from './db/database.ts'
import type { DemoBank } from './hosted-checkout/pay-routes.ts'
import type { AppDeps } from './http/handler.ts'
import type { Files } from './rails/files.ts'
import type { Seal } from './seal.ts'
import type { Settings } from './settings.ts'

/** Progress of a long task, for one line on a terminal. */
export interface Progress {
  done: number
  total: number
  what: string
}

export interface DemoData {
  database: Pick<OpenDatabase, 'db' | 'pool'>
  files: Files
  seal: Seal
  now: Date
  /** Number of transactions in Live mode; Test mode gets 6 for each 100 of them. */
  transactions: number
  onProgress?: (progress: Progress) => void
}

/** What the demo adds to a server; `load-demo.ts` loads it where it is on. */
export interface Demo {
  /** Fills an empty database with the demo data; does nothing if they exist. */
  fill(data: DemoData): Promise<void>
  /** Starts the simulated external services, whose tables are in the same database. */
  startSimulator(databaseUrl: string, settings: Settings): Promise<{ url: string; close(): Promise<void> }>
  /** Creates the simulator's tables if missing. */
  openBook(pool: pg.Pool): Promise<void>
  /** Adds the card page of the simulated acquirer, and returns the bank of the demo's payers. */
  addPages(app: FastifyInstance, services: AppDeps): Promise<DemoBank>
  /** Runs the open batches and keeps transactions arriving until the returned function is called. */
  startTraffic(
    services: Pick<AppDeps, 'db' | 'jobs' | 'seal' | 'settings'>,
    onError: (error: unknown) => void,
  ): Promise<() => Promise<void>>
}
