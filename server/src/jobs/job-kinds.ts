import type { Mode } from '@kobo/contract/kit/mode'
import type { ProfitSource } from '@kobo/contract/kit/profit-source'

/** Every kind of background work and what it carries: ids, and beside a record's id its merchant's. */
export interface JobKinds {
  /** A mail, sealed, because it may hold a code. */
  mail: { sealed: string }
  /** A payout on its way to the switch; `named` tells when the bank gave the name that it bears. */
  payout: { transactionId: string; merchantId: string; named?: string }
  /** A question to the switch about a payout whose outcome is open; `attempt` counts from 1. */
  requery: { transactionId: string; merchantId: string; attempt: number }
  /** A question to the acquirer about a card payment of which it has not told; `attempt` counts from 1. */
  'card-question': { transactionId: string; merchantId: string; attempt?: number }
  /** One attempt to deliver an event; `number` counts from 1 over all of its attempts. */
  webhook: { eventId: string; merchantId: string; number: number }
  /** A charge that is owed. */
  charge: OwedCharge
  /** What a merchant has collected that is settled at once. */
  settle: { merchantId: string }
  /** The collections of an account after one of them, where there are very many. */
  'settle-rest': {
    merchantId: string
    accountId: string
    after: { at: string; transactionId: string }
    byCard: { from: string; to: string } | null
    before?: string
  }
  /** The items of an uploaded batch after a position; `attempt` counts the passes over all of them from 1. */
  'validate-batch': { batchId: string; merchantId: string; after: number; attempt: number }
  /** The payouts of a batch; `idle` counts the rounds since one was made. */
  'process-batch': { batchId: string; merchantId: string; round: number; idle: number }
  /** A statement to be made and mailed. */
  statement: { statementId: string; merchantId: string }
  /** A file of rows to be made, or to be taken away. */
  download: { downloadId: string }
  /** A check of the books. */
  'ledger-check': { checkId: string }
  /** A scan for what is lost or was never written; `requestedAt` is an instant of the database's clock. */
  repair: { name: string; requestedAt: string }
}

/** A charge at the price of the day that it fell due; amounts are kobo as text. */
export interface OwedCharge {
  mode: Mode
  merchantId: string
  reference: string
  feeKobo: string
  vatKobo: string
  /** What we earn with it; an older release did not say. */
  source?: ProfitSource
  /** When it fell due, at whose rates it is; an older release did not say. */
  dueAt?: string
}

export type JobKind = keyof JobKinds

export interface EnqueueOptions {
  afterSeconds?: number
  /** A second job of a kind with the same key is not made as long as the first is remembered, at least five days. */
  key?: string
  /** The lanes that it will have to enter, where they are known: while one of them is shut the job is left alone. */
  lanes?: readonly string[]
  /** Goes before all others of its kind. */
  urgent?: boolean
}

/** A job to be made. */
export interface NewJob<K extends JobKind> extends EnqueueOptions {
  data: JobKinds[K]
}

const hourSeconds = 3600

interface Patience {
  tryForHours: number
  /** The usual delay unless given. */
  retryDelaySeconds?: number
}

/** For how long each kind is tried again. */
export const retryLimits: Record<JobKind, Patience> = {
  mail: { tryForHours: 8 },
  // A payout that is still queued has not been sent, so that it may wait for the switch over a long weekend.
  payout: { tryForHours: 96 },
  requery: { tryForHours: 96 },
  'card-question': { tryForHours: 96 },
  webhook: { tryForHours: 8 },
  settle: { tryForHours: 8 },
  'settle-rest': { tryForHours: 8 },
  // Until there is money, for a year.
  charge: { tryForHours: 365 * 24, retryDelaySeconds: 6 * hourSeconds },
  // As long as the payouts that they make.
  'validate-batch': { tryForHours: 96 },
  'process-batch': { tryForHours: 96 },
  statement: { tryForHours: 1 },
  // A long one is looked for again and again while it is being made.
  download: { tryForHours: 2 },
  'ledger-check': { tryForHours: 1 },
  // Each try continues where the last one came to.
  repair: { tryForHours: 96, retryDelaySeconds: 60 },
}

/** All kinds. */
export const kinds: readonly JobKind[] = Object.keys(retryLimits).filter((kind): kind is JobKind => kind in retryLimits)
