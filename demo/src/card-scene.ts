import type { Transaction } from '@kobo/server/db/database'
import type { CardRow } from '@kobo/server/engine/cards/card-status'
import type { Past } from './past.ts'
import type { Random } from './random.ts'

/** Number of card batches by status. */
export interface IssuedCardCounts {
  accepted: number
  pending: number
  declined: number
}

/** Past event, carried out after all earlier ones. */
export interface PastEvent {
  at: Date
  carryOut(): Promise<unknown>
}

/** Card of the demo with the number of the account it spends from. */
export type PastCard = CardRow & { account_number: string }

export interface CardScene extends Past {
  db: Transaction
  random: Random
}
