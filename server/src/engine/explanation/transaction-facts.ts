import type { TransactionRow } from '../transaction-row.ts'

/** An answer of the other side. */
export interface StoryAnswer {
  at: string
  code: string | null
}

/** An amount and when it moved. */
export interface Moved {
  kobo: bigint
  at: string
}

/** What became of a payment by a card of ours. */
export interface StoryPurchase {
  heldUntil: string | null
  /** What its scheme cleared by this transaction, and what of that we paid. */
  clearedKobo: bigint | null
  coveredKobo: bigint | null
  /** When what was cleared came back. */
  returnedAt: string | null
  /** What of that the account was given. */
  returnedKobo: bigint
  /** Under which reference it was cleared after this authorisation had ended. */
  clearedAs: string | null
}

/** A refund of a collection, whatever became of it. */
export interface StoryRefund {
  kobo: bigint
  status: string
  orderedAt: string
  paidAt: string | null
  sessionId: string | null
  /** Until when the other side is asked about one that ended without its word. */
  askedUntil: string | null
  /** When it reached the payer after it had failed. */
  arrivedLateAt: string | null
}

/** A dispute of a transaction. */
export interface StoryDispute {
  kobo: bigint
  status: string
  /** What is on hold for it now. */
  heldKobo: bigint
}

/** A partner's part of a collection. */
export interface StoryShare {
  name: string
  kobo: bigint
}

/** What became of the merchant's own part of a collection. */
export interface StorySettled {
  kobo: bigint
  /** SETTLED once a settlement has taken it, WAITING, or SPENT. */
  state: string
  reason: string | null
  /** Of the settlement that took it. */
  status: string | null
  paidAt: string | null
  bankCode: string | null
  number: string | null
}

/** The settlement that a transaction was an attempt of. */
export interface StoryAttempt {
  status: string
  /** When its money arrived, by whichever attempt. */
  paidAt: string | null
  isNewest: boolean
}

/** What followed a transaction, or what it follows. */
export interface StoryAftermath {
  /** Oldest first. */
  refunds: readonly StoryRefund[]
  disputes: readonly StoryDispute[]
  shares: readonly StoryShare[]
  settled: StorySettled | null
  /** Of a refund: the payment that it gives back. */
  refundOf: { reference: string; kobo: bigint } | null
  attempt: StoryAttempt | null
  /** Whose card it was paid by, of a card of ours. */
  cardHolder: string | null
}

/** All that a transaction's story is told from: the ledger, the holds and the log, nothing else. */
export interface TransactionFacts {
  /** With all that it costs, wherever that stands. */
  row: TransactionRow
  now: Date
  /** Whose account it is on: a business, a wallet's holder, a store. */
  holder: string
  merchantName: string
  /** What is held for it now on its own account. */
  heldKobo: bigint
  /** What was held for it on its own account and given back. */
  returned: Moved | null
  /** What its own account gained or lost by it in the books; partners' shares are not in it. */
  moved: Moved | null
  /** What left after it had failed and been given back. */
  compensated: Moved | null
  /** When its money was set aside to be sent. */
  setAsideAt: string | null
  /** What the other side said when it was sent; none while nothing came. */
  firstAnswer: StoryAnswer | null
  /** What it said whenever it was asked, oldest first. */
  answers: readonly StoryAnswer[]
  next: { at: string; number: number } | null
  /** When it ended and why, as its trail says. */
  ended: { at: string; sentence: string } | null
  purchase: StoryPurchase | null
  /** When the acquirer paid a card payment to us. */
  acquirerPaidAt: string | null
  /** Of a refund: that it resolves a dispute, which takes its money back where it fails. */
  resolvesDispute: boolean
  /** What of it went back to its payer. */
  refundedKobo: bigint
  /** What disputes that are open dispute of it. */
  disputedKobo: bigint
  after: StoryAftermath
}
