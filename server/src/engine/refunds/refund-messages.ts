import type { TransactionStatus } from '../../ledger/transactions.ts'
import { formatNaira } from '../format-naira.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

/** Status of a refund as shown on screen. */
export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed'

/** Derives the refund status from the status of its transaction. */
export function refundStatus(status: string): RefundStatus {
  if (status === 'QUEUED') return 'pending'
  if (status === 'PENDING') return 'processing'
  return status === 'SUCCESS' ? 'processed' : 'failed'
}

/** Inverse of `refundStatus`. */
export function transactionStatus(status: RefundStatus): TransactionStatus {
  return ({ pending: 'QUEUED', processing: 'PENDING', processed: 'SUCCESS', failed: 'FAILED' } as const)[status]
}

/** First trail entry of a refund. */
export function refundRequested(collection: TransactionRow, reason: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `Refund of ${collection.reference} requested: ${reason}`, log: {} }
}

export const noCollection = 'Only money that came in by bank or by card can be refunded'
export const notSucceeded = 'Only a collection that succeeded can be refunded'
export const noSender = 'It is not known which account the money came from'
export const unpaidByAcquirer =
  'The acquirer has not paid this card payment yet: it can be refunded as soon as it has, at the latest on the next day'
export const nothingLeft = 'All of it has been refunded already'

export function notEnabled(businessName: string): string {
  return `Refunds are not enabled for ${businessName}`
}

export function moreThanLeft(leftKobo: bigint): string {
  return `More than what is left: ${formatNaira(leftKobo)} of this collection can still be refunded`
}

export function disputed(freeKobo: bigint, disputedKobo: bigint): string {
  const free = freeKobo > 0n ? `only ${formatNaira(freeKobo)}` : 'nothing'
  return `${formatNaira(disputedKobo)} of this collection is disputed: ${free} can be refunded beside the dispute`
}

export function inDoubt(doubtKobo: bigint): string {
  return (
    `A refund of ${formatNaira(doubtKobo)} failed without the other side's own word and may still arrive. ` +
    'Ask about it again, or wait until its time is over'
  )
}

export function notEnough(accountNumber: string, availableKobo: bigint): string {
  return `Account ${accountNumber} does not hold enough money: ${formatNaira(availableKobo)} is available`
}
