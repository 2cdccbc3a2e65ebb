import type { TransactionDetail } from '@kobo/contract/transaction-records'

/** Returns whether a transaction is not final and changes without the operator. */
export function isInProgress(status: string | null | undefined): boolean {
  return status === 'QUEUED' || status === 'PENDING'
}

/** Returns whether a refund of a collection is in progress. */
export function isBeingRefunded({ refunds }: Pick<TransactionDetail, 'refunds'>): boolean {
  return refunds?.made.some(({ status }) => isRefunding(status)) ?? false
}

/** Returns whether a refund is not final. */
export function isRefunding(status: string): boolean {
  return status === 'pending' || status === 'processing'
}
