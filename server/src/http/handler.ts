import type { Call, Data, FileField, Input } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Registry } from 'prom-client'
import type { z } from 'zod'
import type { Database, Transaction } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RetryDelays } from '../rails/retry-delays.ts'
import type { ExternalServices } from '../rails/external-services.ts'
import type { Files } from '../rails/files.ts'
import type { Pictures } from '../rails/images.ts'
import type { Seal } from '../seal.ts'
import type { Settings } from '../settings.ts'
import type { AuditEntry } from './audit.ts'
import type { Role } from './permissions.ts'
import type { Upload } from './uploads.ts'

/** What the server is made of; every handler receives it. */
export interface AppDeps {
  settings: Settings
  db: Database
  files: Files
  pictures: Pictures
  jobs: Jobs
  outside: ExternalServices
  seal: Seal
  /** The figures of this process beside those of its HTTP. */
  metrics: Registry
  /** How soon the outside is tried again. */
  delays: RetryDelays
  clock: () => Date
  /** Every list that a file can be made of, by the path of its call. */
  lists: ReadonlyMap<string, ReadableList>
}

/** A call that lists rows, to be asked from within the server. */
export interface ReadableList {
  call: Call & { query: z.ZodObject }
  read(input: object, context: ReadContext): Promise<ListedRows>
}

/** A page of rows, and how many there are in all. */
export interface ListedRows {
  rows: readonly object[]
  totalRecords: number
  /** There are more than the list has pages for. */
  isMore: boolean
}

export interface Staff {
  id: string
  firstName: string
  lastName: string
  email: string
  role: Role
}

export interface PublicContext extends AppDeps {
  now: Date
  requestId: string
  caller: Caller
}

/** Where a request comes from. */
export interface Caller {
  /** Its network address, as told by trusted proxies. */
  address: string
  /** What its device says about itself. */
  device: string | null
  /** What its browser says of itself, at most as much as is kept. */
  agent: string | null
}

export interface ReadContext extends PublicContext {
  staff: Staff
  sessionId: string
  mode: Mode
}

/** For what a write does before its transaction, which is given up when nobody waits for it any longer. */
export interface PrepareContext extends ReadContext {
  /** Aborts when the caller closes the connection. */
  signal: AbortSignal
}

/** `db` is the transaction of the write; what is written through it happens with the reply or not at all. */
export interface WriteContext extends Omit<ReadContext, 'db'> {
  db: Transaction
  /** Every write says who did what to which record, at least once. */
  audit(entry: AuditEntry): Promise<void>
}

/** For a call that makes what it answers: it reads first, and writes in a transaction only what has to be made. */
export interface MakeContext extends ReadContext {
  /** Runs work in one transaction, again after a deadlock; it leaves an audit row or does not happen. */
  commit<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
}

/** The answer to a write: a sentence for the operator, and what stands in `data`. */
export interface Written<C extends Call> {
  message: string
  data: Data<C>
  /** Sets the session cookie, or takes it away. */
  cookie?: { value: string; maxAgeSeconds: number } | 'clear'
  /** What the session shows from now on, which the reply's header tells at once. */
  mode?: Mode
  /** Sets the cookie by which this device is known from now on. */
  device?: string
  /** The answer is never stored: the same intent again is carried out again, and audited again. */
  secret?: true
}

type Answer<C extends Call> = C['effect'] extends 'write' ? Written<C> : Data<C>

/** Nobody is signed in for a public write: its handler opens its own transaction. */
type Context<C extends Call> = C['permission'] extends 'public'
  ? PublicContext
  : { read: ReadContext; write: WriteContext; make: MakeContext }[C['effect']]

/** What a handler receives: the parsed query and body, and the files of each field that takes some. */
type Received<C extends Call> = Input<C> &
  (C['files'] extends Record<string, FileField> ? { [K in keyof C['files']]: Upload[] } : unknown)

/** A plain function from input to answer, with no HTTP in it. */
export type Handler<C extends Call> = (input: Received<C>, context: Context<C>) => Promise<Answer<C>>

/**
 * A write that must hear the outside world first: `prepare` runs before the transaction, and gives what runs in it.
 * Nothing outside is ever asked while a transaction is open.
 */
export interface PreparedWrite<C extends Call> {
  prepare(input: Received<C>, context: PrepareContext): Promise<(context: WriteContext) => Promise<Written<C>>>
}

/** One handler for every call of the contract: a missing one does not compile. */
export type Areas<T extends Record<string, Record<string, Call>>> = {
  [A in keyof T]: { [N in keyof T[A]]: Handler<T[A][N]> | PreparedWrite<T[A][N]> }
}
