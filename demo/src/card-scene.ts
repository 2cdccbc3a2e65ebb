import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '@kobo/server/db/database'
import type { CardRow } from '@kobo/server/engine/cards/card-status'
import type { Random } from './random.ts'

/** Number of card batches by status. */
export interface IssuedCardCounts {
  accepted: number
  pending: number
  declined: number
}

export interface IssuedCardsOptions {
  mode: Mode
  now: Date
  /** Earliest time of an event. */
  since: Date
  seed: string
  counts: IssuedCardCounts
  /** Operators who decide batches. */
  staffIds: readonly string[]
}

/** Past event, carried out after all earlier ones. */
export interface PastEvent {
  at: Date
  carryOut(): Promise<unknown>
}

/** Card of the demo with the number of the account it spends from. */
export type PastCard = CardRow & { account_number: string }

export interface CardScene extends IssuedCardsOptions {
  db: Transaction
  random: Random
}
