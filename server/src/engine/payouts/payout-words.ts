import type { TrailEntry } from '../trail.ts'

/** The first step of a payout. */
export function payoutRequested(businessName: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `Payout requested by ${businessName}`, log: {} }
}

/** Why an order is not taken whose payer has no account where it should pay from. */
export const noPayingAccount = 'The paying account does not exist in this mode'
