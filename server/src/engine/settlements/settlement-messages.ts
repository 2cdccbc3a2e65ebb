import { formatNaira } from '../format-naira.ts'
import type { TrailEntry } from '../trail.ts'

/** First trail entry of an attempt. */
export function settlementBegun(holder: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `What was collected for ${holder} is settled`, log: {} }
}

export const noSettlementAccount = 'The merchant has no settlement account'

/** Reason a collection is waiting. */
export function notCovered(amountKobo: bigint, availableKobo: bigint): string {
  return `${formatNaira(amountKobo)} are more than the ${formatNaira(availableKobo)} that are available`
}

export const notPaidYet = 'The acquirer has not paid it yet'

export const mayGoBack = 'It may have gone back: a refund failed without an answer'

export const isDisputed = 'A dispute holds all of it'

export const wentBack = 'It was refunded'

export const spentMeanwhile = 'The money was spent otherwise'

/** Reference of the charge to the merchant for a successful settlement to a subaccount. */
export function transferChargeReference(settlementReference: string): string {
  return `SUBACCOUNT-${settlementReference}`
}
