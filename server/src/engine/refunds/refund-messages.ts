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

export const noCollection = 'Only bank and card collections can be refunded'
export const notSucceeded = 'Only successful collections can be refunded'
export const noSender = "The sender's account is unknown"
export const unpaidByAcquirer =
  'The acquirer has not settled this card payment yet. It can be refunded once it has, at the latest on the next day'
export const nothingLeft = 'Its whole amount has been refunded or is being refunded'

export function notEnabled(businessName: string): string {
  return `Refunds are not enabled for ${businessName}`
}

export function moreThanLeft(leftKobo: bigint): string {
  return `Amount exceeds the refundable ${formatNaira(leftKobo)}`
}

export function disputed(freeKobo: bigint, disputedKobo: bigint): string {
  const free = freeKobo > 0n ? `only ${formatNaira(freeKobo)}` : 'nothing'
  return `${formatNaira(disputedKobo)} of this collection is disputed: ${free} can be refunded outside the dispute`
}

export function refundUnconfirmedMessage(unconfirmedKobo: bigint): string {
  return (
    `A refund of ${formatNaira(unconfirmedKobo)} is unconfirmed and may still be paid. ` +
    'Requery it, or wait for the 72-hour check to end'
  )
}

export function notEnough(accountNumber: string, availableKobo: bigint): string {
  return `Account ${accountNumber} has insufficient funds: ${formatNaira(availableKobo)} is available`
}

export function refundsFrozen(businessName: string): string {
  return `Refunds of ${businessName} are frozen`
}
