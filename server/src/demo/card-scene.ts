import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import type { CardRow } from '../engine/cards/card-status.ts'
import type { Random } from './random.ts'

/** How many batches of cards came to what. */
export interface IssuedCardCounts {
  accepted: number
  pending: number
  declined: number
}

/** What is to be made. */
export interface WantedCards {
  mode: Mode
  now: Date
  /** Nothing of it was earlier. */
  since: Date
  seed: string
  counts: IssuedCardCounts
  /** Who decides. */
  staffIds: readonly string[]
}

/** Something that happened, to be carried out when all that was before it has been. */
export interface PastEvent {
  at: Date
  carryOut(): Promise<unknown>
}

/** A card of the demo world and the number of the account that it spends. */
export type PastCard = CardRow & { account_number: string }

/** Where everything happens. */
export interface CardScene extends WantedCards {
  db: Transaction
  random: Random
}
