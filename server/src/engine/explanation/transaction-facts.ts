import type { TransactionRow } from '../transaction-row.ts'

/** A provider's response. */
export interface ResponseFacts {
  at: string
  code: string | null
}

/** An amount and when it moved. */
export interface Moved {
  kobo: bigint
  at: string
}

/** State of a purchase with an issued card. */
export interface PurchaseFacts {
  heldUntil: string | null
  /** Amount cleared by this transaction, and the shortfall that we covered. */
  clearedKobo: bigint | null
  coveredKobo: bigint | null
  /** When the cleared amount was reversed. */
  returnedAt: string | null
  /** Part of the reversal credited to the account. */
  returnedKobo: bigint
  /** Reference under which it was cleared after this authorisation had ended. */
  clearedAs: string | null
}

/** A refund of a collection in any status. */
export interface RefundFacts {
  kobo: bigint
  status: string
  orderedAt: string
  paidAt: string | null
  sessionId: string | null
  /** End of the status query window if its failure or success is unconfirmed. */
  askedUntil: string | null
  /** When it reached the payer after it had failed. */
  arrivedLateAt: string | null
}

export interface DisputeFacts {
  kobo: bigint
  status: string
  /** Current hold for it. */
  heldKobo: bigint
}

/** A partner's share of a collection. */
export interface ShareFacts {
  name: string
  kobo: bigint
}

/** State of the merchant's own share of a collection. */
export interface SettlementFacts {
  kobo: bigint
  /** SETTLED if included in a settlement, WAITING, or SPENT. */
  state: string
  reason: string | null
  /** Status of the settlement that includes it. */
  status: string | null
  paidAt: string | null
  bankCode: string | null
  number: string | null
}

/** Settlement that a transaction is an attempt of. */
export interface AttemptFacts {
  status: string
  /** When the settlement was paid, by any attempt. */
  paidAt: string | null
  isNewest: boolean
}

/** Records that followed a transaction, or that it follows. */
export interface FollowUpFacts {
  /** Oldest first. */
  refunds: readonly RefundFacts[]
  disputes: readonly DisputeFacts[]
  shares: readonly ShareFacts[]
  settled: SettlementFacts | null
  /** For a refund: the payment refunded. */
  refundOf: { reference: string; kobo: bigint } | null
  attempt: AttemptFacts | null
  /** Holder of the issued card that paid, if one did. */
  cardHolder: string | null
}

/** All inputs of an explanation, read only from the ledger, the holds and the provider log. */
export interface TransactionFacts {
  /** Includes the charge linked to it, if any. */
  row: TransactionRow
  now: Date
  /** Owner of its account: a business, a wallet's holder or a store. */
  holder: string
  merchantName: string
  /** Current hold for it on its own account. */
  heldKobo: bigint
  /** Hold on its own account that was released. */
  returned: Moved | null
  /** Net change of its own account in the ledger; excludes partners' shares. */
  moved: Moved | null
  /** Amount paid out after it had failed and its hold was released. */
  compensated: Moved | null
  /** When its hold was placed before the send. */
  setAsideAt: string | null
  /** Response to the send, if received. */
  firstAnswer: ResponseFacts | null
  /** Responses to status queries, oldest first. */
  answers: readonly ResponseFacts[]
  /** Whether a freeze keeps it from being sent. */
  isFrozen?: boolean
  next: { at: string; number: number } | null
  /** When it reached its final state and why, from its trail. */
  ended: { at: string; sentence: string } | null
  purchase: PurchaseFacts | null
  /** When the acquirer settled a card payment with us. */
  acquirerPaidAt: string | null
  /** For a refund: whether it resolves a dispute, which holds the funds again if the refund fails. */
  resolvesDispute: boolean
  /** Amount refunded to its payer. */
  refundedKobo: bigint
  /** Amount of open disputes. */
  disputedKobo: bigint
  after: FollowUpFacts
}
