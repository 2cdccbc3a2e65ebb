import type { Mode } from '@kobo/contract/kit/mode'
import type { ProfitSource } from '@kobo/contract/kit/profit-source'

/** Payload of each kind of background job: ids, with a record's id also its merchant's. */
export interface JobKinds {
  /** An email, encrypted, because it may hold a code; missing `id`s are of the release before. */
  mail: { sealed: string; id?: string | null }
  /** A payout to be sent to the switch; `named` is the time of the name enquiry for its beneficiary. */
  payout: { transactionId: string; merchantId: string; named?: string }
  /** A status query to the switch about an unconfirmed payout; `attempt` counts from 1. */
  requery: { transactionId: string; merchantId: string; attempt: number }
  /** A status query to the acquirer about an unconfirmed card payment; `attempt` counts from 1. */
  'card-question': { transactionId: string; merchantId: string; attempt?: number }
  /** One delivery attempt of an event; `number` counts from 1 over all of its attempts. */
  webhook: { eventId: string; merchantId: string; number: number }
  /** A charge that is due. */
  charge: PendingCharge
  /** A merchant's collections to settle immediately. */
  settle: { merchantId: string }
  /** An account's collections after one of them; enqueued when one transaction cannot settle them all. */
  'settle-rest': {
    merchantId: string
    accountId: string
    after: { at: string; transactionId: string }
    byCard: { from: string; to: string } | null
    before?: string
  }
  /** The items of an uploaded batch after a position; `attempt` counts the passes over all of them from 1. */
  'validate-batch': { batchId: string; merchantId: string; after: number; attempt: number }
  /** The payouts of a batch; `idle` counts the rounds since one was created. */
  'process-batch': { batchId: string; merchantId: string; round: number; idle: number }
  /** A statement to be built and emailed. */
  statement: { statementId: string; merchantId: string }
  /** An export to be built or deleted. */
  download: { downloadId: string }
  /** A ledger check. */
  'ledger-check': { checkId: string }
  /** Due times of the open work items after an id, of one kind or of all, to be computed again. */
  'work-due-times': { kind: string | null; after: string }
  /** A scan for missing data; `requestedAt` is an instant of the database's clock. */
  repair: { name: string; requestedAt: string }
}

/** A charge at the price of the day on which it fell due; amounts are kobo as text. */
export interface PendingCharge {
  mode: Mode
  merchantId: string
  reference: string
  feeKobo: string
  vatKobo: string
  /** Source of the profit; missing in jobs of older releases. */
  source?: ProfitSource
  /** Instant at which it fell due and whose rates apply; missing in jobs of older releases. */
  dueAt?: string
}

export type JobKind = keyof JobKinds

export interface EnqueueOptions {
  afterSeconds?: number
  /** Key under which only one job of a kind is created while the key is stored, at least five days. */
  key?: string
  /** Lanes that the job will enter, if known: it is not fetched while one of them is shut. */
  lanes?: readonly string[]
  /** Goes before all others of its kind. */
  urgent?: boolean
}

/** A job to be enqueued. */
export interface NewJob<K extends JobKind> extends EnqueueOptions {
  data: JobKinds[K]
}

const hourSeconds = 3600

interface Patience {
  tryForHours: number
  /** Overrides the usual delay. */
  retryDelaySeconds?: number
}

/** How long each kind is retried. */
export const retryLimits: Record<JobKind, Patience> = {
  mail: { tryForHours: 8 },
  // A payout that is still queued has not been sent, so that it may wait for the switch over a long weekend.
  payout: { tryForHours: 96 },
  requery: { tryForHours: 96 },
  'card-question': { tryForHours: 96 },
  webhook: { tryForHours: 8 },
  settle: { tryForHours: 8 },
  'settle-rest': { tryForHours: 8 },
  // Until the account has funds, for at most a year.
  charge: { tryForHours: 365 * 24, retryDelaySeconds: 6 * hourSeconds },
  // As long as the payouts that they create.
  'validate-batch': { tryForHours: 96 },
  'process-batch': { tryForHours: 96 },
  statement: { tryForHours: 1 },
  // A long one is retried repeatedly while another worker builds it.
  download: { tryForHours: 2 },
  'ledger-check': { tryForHours: 1 },
  'work-due-times': { tryForHours: 8 },
  // Each try continues from the stored cursor.
  repair: { tryForHours: 96, retryDelaySeconds: 60 },
}

export const kinds: readonly JobKind[] = Object.keys(retryLimits).filter((kind): kind is JobKind => kind in retryLimits)
