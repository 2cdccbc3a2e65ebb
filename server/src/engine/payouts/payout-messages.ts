import type { TrailEntry } from '../trail.ts'

/** First trail entry of a payout. */
export function payoutRequested(businessName: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `Payout requested by ${businessName}`, log: {} }
}

/** Error when the payer has no account to pay from. */
export const noPayingAccount = 'The paying account does not exist in this mode'
