import { formatNaira } from '../format-naira.ts'
import type { TrailEntry } from '../trail.ts'

/** First trail entry of an attempt. */
export function settlementBegun(holder: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `Settlement of ${holder}'s collections started`, log: {} }
}

export const noSettlementAccount = 'The merchant has no settlement account'

/** Reason a collection is waiting. */
export function notCovered(amountKobo: bigint, availableKobo: bigint): string {
  return `${formatNaira(amountKobo)} exceeds the available ${formatNaira(availableKobo)}`
}

export const notPaidYet = 'The acquirer has not paid it yet'

export const refundUnconfirmed = 'A refund is unconfirmed'

export const isDisputed = 'Fully held by a dispute'

export const isOnLien = 'Blocked by a lien'

export const settlementsPaused = 'Settlements are paused'

/** Reasons of collections that wait without a time limit; the last is what earlier releases stored for a dispute. */
export const waitsWithoutLimit: ReadonlySet<string | null> = new Set([
  notPaidYet,
  isDisputed,
  isOnLien,
  settlementsPaused,
  'A dispute holds all of it',
])

export const refundedReason = 'It was refunded'

export const spentMeanwhile = 'Funds already spent'

/** Reference of the charge to the merchant for a successful settlement to a subaccount. */
export function transferChargeReference(settlementReference: string): string {
  return `SUBACCOUNT-${settlementReference}`
}
