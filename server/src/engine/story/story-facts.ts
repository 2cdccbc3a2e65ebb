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
}

/** All that a transaction's story is told from: the ledger, the holds and the log, nothing else. */
export interface StoryFacts {
  /** With all that it costs, wherever that stands. */
  row: TransactionRow
  now: Date
  /** Whose account it is on: a business, a wallet's holder, a store. */
  holder: string
  merchantName: string
  /** What is held for it now, on all accounts. */
  heldKobo: bigint
  /** What was held for it and given back. */
  returned: Moved | null
  /** What customers' accounts gained or lost by it in the books. */
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
}
