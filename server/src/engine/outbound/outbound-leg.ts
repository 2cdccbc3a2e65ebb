import type { Transaction } from '../../db/database.ts'
import type { HoldKind, TransferKind } from '../../ledger/transfer-kinds.ts'
import type { Line } from '../../ledger/ledger.ts'
import type { ProviderAccount } from '../../ledger/provider-accounts.ts'
import type { Lane } from '../../rails/lanes.ts'
import type { ExternalServices } from '../../rails/external-services.ts'
import type { Exchange } from '../../rails/switch.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'
import type { OutboundDeps } from './means.ts'
import type { WebhookKind } from '../webhooks/webhook-payload.ts'

/** What a question for an account's holder brought. */
export type NameAnswer = Exchange & { accountName: string | null }

/**
 * What is known of the receiver before money is set aside for it: the answer of now, or a name that was learnt just before, or
 * with the collection that goes back to a card.
 */
export type KnownName = { answer: NameAnswer } | { accountName: string; namedAt: string | null }

/** What the other side leaves us of an amount, and the VAT in that. */
export interface Commission {
  kobo: bigint
  vatKobo: bigint
}

/** How a transaction ended that something else waits for. */
export interface FinalState {
  row: TransactionRow
  status: 'SUCCESS' | 'FAILED'
  /** Why it failed. */
  problem: string | null
  at: Date
}

/** What is known of a success: no code where it was marked as one. */
export interface SuccessFacts {
  code: string | null
  costKobo: bigint
  commission: Commission | undefined
}

/**
 * What one kind of outgoing transaction says of itself. Everything else is the same for all: hold, name and send once with
 * a session ID that was stored before, post or void; what is unknown is asked for and never sent as another payment; what
 * is heard late is compensated.
 */
export interface OutboundLeg {
  /** As it stands in sentences: what it is, who carries it out, and where it goes that goes to no account at a bank. */
  labels: { it: string; other: string; way?: string }
  /** As what its money is held, and posted once it has left. */
  kind: HoldKind & TransferKind
  /** What the merchant hears of its end. */
  webhooks: { success: WebhookKind; failed: WebhookKind } | null
  /** The ways that it takes to the other side, and that questions about it take. */
  lanes(row: TransactionRow): { sending: Lane[]; asking: Lane[] }
  /** Asks whose account it goes to, before anything is held; throws where nobody can be asked. Null: to no account at a bank. */
  nameEnquiry: ((outside: ExternalServices, row: TransactionRow, at: Date) => Promise<NameAnswer>) | null
  /** Sends it; a second time only as the same payment. */
  send(outside: ExternalServices, row: TransactionRow): Promise<Exchange>
  /** What the other side says about it now. */
  ask(outside: Pick<ExternalServices, 'switch' | 'acquirer' | 'billers'>, row: TransactionRow): Promise<Exchange>
  /** Who gains what the payer loses. */
  creditLines(row: TransactionRow, commission?: Commission): Line[]
  /** What the other side leaves us of each of these amounts, by transaction; missing where it never leaves us any. */
  commissions?(db: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Commission>>
  /** Our account at the other side, from which it pays and takes what it charges. */
  float(row: TransactionRow): ProviderAccount
  /** The steps that follow once it has been approved, or marked as successful: then there is no code. */
  successTrail(row: TransactionRow, of: SuccessFacts): TrailEntry[]
  /** Takes along what waits for the end of these. */
  onFinal(db: Transaction, ends: readonly FinalState[], means: OutboundDeps): Promise<void>
}
