import type { TransactionDetail } from '@kobo/contract/transaction-records'

/** Whether a transaction has not come to its end, and changes by itself. */
export function isOnItsWay(status: string | null | undefined): boolean {
  return status === 'QUEUED' || status === 'PENDING'
}

/** Whether something is going back of a collection. */
export function isBeingRefunded({ refunds }: Pick<TransactionDetail, 'refunds'>): boolean {
  return refunds?.made.some(({ status }) => isRefunding(status)) ?? false
}

/** Whether a refund has not come to its end. */
export function isRefunding(status: string): boolean {
  return status === 'pending' || status === 'processing'
}
