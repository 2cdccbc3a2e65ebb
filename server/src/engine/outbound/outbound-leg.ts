import type { Transaction } from '../../db/database.ts'
import type { HoldKind, TransferKind } from '../../ledger/transfer-kinds.ts'
import type { Line } from '../../ledger/ledger.ts'
import type { ProviderAccount } from '../../ledger/provider-accounts.ts'
import type { Lane } from '../../rails/lanes.ts'
import type { ExternalServices } from '../../rails/external-services.ts'
import type { Exchange } from '../../rails/switch.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'
import type { WebhookKind } from '../webhooks/webhook-payload.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { RetryDelays } from '../../rails/retry-delays.ts'
import type { Settings } from '../../settings.ts'

/** Response to a name enquiry. */
export type NameEnquiryResponse = Exchange & { accountName: string | null }

/**
 * Beneficiary name known before the hold: the response to a name enquiry, a name verified shortly before, or the name
 * recorded with the card collection that is refunded.
 */
export type KnownName = { answer: NameEnquiryResponse } | { accountName: string; namedAt: string | null }

/** Our commission from the provider on an amount, and the VAT included in it. */
export interface Commission {
  kobo: bigint
  vatKobo: bigint
}

/** Final state of a payment, as passed to `onFinal`. */
export interface FinalState {
  row: TransactionRow
  status: 'SUCCESS' | 'FAILED'
  /** Reason for the failure. */
  problem: string | null
  at: Date
}

/** Details of a success; `code` is null if an operator marked it. */
export interface SuccessFacts {
  code: string | null
  costKobo: bigint
  commission: Commission | undefined
}

/**
 * The variable part of one kind of outbound payment. The rest is shared: name enquiry, hold, one send under a session ID
 * stored beforehand, post or void. An unknown outcome leads to status queries, never to a second payment; a late response
 * is compensated.
 */
export interface OutboundLeg {
  /** Words for sentences: the payment, its provider, and, if it does not go to a bank account, the words before the recipient. */
  labels: { it: string; other: string; way?: string }
  /** Kind of the hold and of the transfer that posts it. */
  kind: HoldKind & TransferKind
  /** Webhook events for its final status; null for none. */
  webhooks: { success: WebhookKind; failed: WebhookKind } | null
  /** Lanes used for sending it and for status queries. */
  lanes(row: TransactionRow): { sending: Lane[]; asking: Lane[] }
  /** Makes the name enquiry before the hold; throws if no switch is configured. Null if no bank account is credited. */
  nameEnquiry: ((services: ExternalServices, row: TransactionRow, at: Date) => Promise<NameEnquiryResponse>) | null
  /** Sends the payment. A repeated call carries the same identifier, so the provider executes it once. */
  send(services: ExternalServices, row: TransactionRow): Promise<Exchange>
  /** Queries its current status at the provider. */
  ask(services: Pick<ExternalServices, 'switch' | 'acquirer' | 'billers'>, row: TransactionRow): Promise<Exchange>
  /** Ledger lines that credit what the payer is debited. */
  creditLines(row: TransactionRow, commission?: Commission): Line[]
  /** Returns our commission by transaction; absent if the provider pays none. */
  commissions?(db: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Commission>>
  /** Our account at the provider, from which it pays out and deducts its fees. */
  float(row: TransactionRow): ProviderAccount
  /** Trail entries of a success; `code` is null if an operator marked it. */
  successTrail(row: TransactionRow, facts: SuccessFacts): TrailEntry[]
  /** Updates the records that depend on these payments; absent if none do. */
  onFinal?(db: Transaction, finalStates: readonly FinalState[], deps: OutboundDeps): Promise<void>
}

/** Dependencies of the outbound steps besides the database, which both the engine and a write's context provide. */
export interface OutboundDeps {
  jobs: Jobs
  delays: RetryDelays
  settings: Pick<Settings, 'switchSilenceMs'>
}
