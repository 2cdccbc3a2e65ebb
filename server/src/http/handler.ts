import type { Call, Data, FileField, Input } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Registry } from 'prom-client'
import type { z } from 'zod'
import type { DatabaseState } from '../db/database-state.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Reads } from '../db/replicas.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RetryDelays } from '../rails/retry-delays.ts'
import type { ExternalServices } from '../rails/external-services.ts'
import type { Files } from '../rails/files.ts'
import type { ImageReencoder } from '../rails/images.ts'
import type { Seal } from '../seal.ts'
import type { Settings } from '../settings.ts'
import type { AuditedWrite, AuditEntry } from '../db/audit.ts'
import type { Staff } from './staff.ts'
import type { Upload } from './uploads.ts'

/** Dependencies of the server; every handler receives them. */
export interface AppDeps {
  settings: Settings
  db: Database
  /** Reads that replicas may serve; null without replicas. */
  reads: Reads | null
  /** State of the database as this process reaches it. */
  databaseState(): Promise<DatabaseState>
  files: Files
  images: ImageReencoder
  jobs: Jobs
  outside: ExternalServices
  seal: Seal
  /** Metrics of this process other than those of HTTP. */
  metrics: Registry
  /** Delays before external services are called again. */
  delays: RetryDelays
  clock: () => Date
  /** Every list that can be exported, by the path of its call. */
  lists: ReadonlyMap<string, ReadableList>
  /** Brings work items up to date with the records that a write audited, in its transaction. */
  updateWorkItems(db: Transaction, write: AuditedWrite): Promise<void>
}

/** Call that lists rows, and can be made from within the server. */
export interface ReadableList {
  call: Call & { query: z.ZodObject }
  read(input: object, context: ReadContext): Promise<ListedRows>
}

/** Page of rows, and the total count. */
export interface ListedRows {
  rows: readonly object[]
  totalRecords: number
  /** Whether there are more rows than the list has pages for. */
  isMore: boolean
}

export interface PublicContext extends AppDeps {
  now: Date
  requestId: string
  caller: Caller
}

/** Origin of a request. */
export interface Caller {
  /** Network address, as reported by trusted proxies. */
  address: string
  /** Value of the device cookie. */
  device: string | null
  /** User-Agent header, truncated to the stored length. */
  agent: string | null
}

export interface ReadContext extends PublicContext {
  staff: Staff
  sessionId: string
  mode: Mode
}

/** Context of what a write does before its transaction, which is abandoned when the caller disconnects. */
export interface PrepareContext extends ReadContext {
  /** Aborts when the caller closes the connection. */
  signal: AbortSignal
}

/** `db` is the transaction of the write: what is written through it commits with the reply or not at all. */
export interface WriteContext extends Omit<ReadContext, 'db'> {
  db: Transaction
  /** Records who did what to which record; every write must call it at least once. */
  audit(entry: AuditEntry): Promise<void>
}

/** Context of a call that creates what it returns: it reads first, and opens a transaction only if something is missing. */
export interface MakeContext extends ReadContext {
  /** Runs work in one transaction, repeated after a deadlock; without an audit row it is rolled back. */
  commit<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
}

/** Result of a write: a message for the operator, and the reply's `data`. */
export interface Written<C extends Call> {
  message: string
  data: Data<C>
  /** Sets or clears the session cookie. */
  cookie?: { value: string; maxAgeSeconds: number } | 'clear'
  /** New mode of the session, sent in the reply's header. */
  mode?: Mode
  /** New value of the device cookie. */
  device?: string
  /** Never stores the reply: a repeated intent runs again, and is audited again. */
  secret?: true
}

type Reply<C extends Call> = C['effect'] extends 'write' ? Written<C> : Data<C>

/** A public write has no operator: its handler opens its own transaction. */
type Context<C extends Call> = C['permission'] extends 'public'
  ? PublicContext
  : { read: ReadContext; write: WriteContext; make: MakeContext }[C['effect']]

/** Input of a handler: the parsed query and body, and the files of each file field. */
type Received<C extends Call> = Input<C> &
  (C['files'] extends Record<string, FileField> ? { [K in keyof C['files']]: Upload[] } : unknown)

/** Function from input to reply, independent of HTTP. */
export type Handler<C extends Call> = (input: Received<C>, context: Context<C>) => Promise<Reply<C>>

/**
 * Write that calls external services first: `prepare` runs before the transaction and returns what runs in it.
 * No external service is ever called while a transaction is open.
 */
export interface PreparedWrite<C extends Call> {
  prepare(input: Received<C>, context: PrepareContext): Promise<(context: WriteContext) => Promise<Written<C>>>
}

/** One handler for every call of the contract; a missing one does not compile. */
export type Areas<T extends Record<string, Record<string, Call>>> = {
  [A in keyof T]: { [N in keyof T[A]]: Handler<T[A][N]> | PreparedWrite<T[A][N]> }
}
