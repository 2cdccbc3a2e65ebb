import { disputedCategories, nextSteps } from '@kobo/contract/kit/dispute'
import { toKobo } from '@kobo/contract/kit/naira'
import { transactionTypes } from '@kobo/contract/transaction-records'
import { isBeingRefunded, isRefunding } from './in-progress.ts'
import type { Transaction } from './transaction-record.ts'

/** Data of a new dispute, taken from the transaction. */
export interface Disputed {
  merchant: { id: string; name: string }
  customer: string
  /** Amount that is neither refunded nor disputed, and that no refund may still pay; all of it if that is nothing. */
  amount: number
  transactionType: string
  transactionCategory: string
  transactionReference: string
}

/** Returns the data of a dispute; null for a transaction that can never be disputed. */
export function disputeDraft(transaction: Transaction): Disputed | null {
  const { status, category, merchantId, merchantName, reference, refunds } = transaction
  const type = transactionTypes.find((value) => value === transaction.type?.toUpperCase())
  const known = disputedCategories.find((value) => value === category)
  if (status !== 'SUCCESS' || !type || !known || !merchantId || !reference) return null
  const customer = type === 'CREDIT' ? transaction.originatorAccountName : transaction.beneficiaryAccountName
  return {
    merchant: { id: merchantId, name: merchantName ?? merchantId },
    customer: customer ?? '',
    amount: refunds?.left || transaction.amount,
    transactionType: type,
    transactionCategory: known,
    transactionReference: reference,
  }
}

/** Returns why a transaction cannot be disputed now: a dispute is open, or nothing of it is left to dispute. */
export function disputeBlocker({ amount, disputes, refunds }: Transaction): string | null {
  if (disputes?.some(({ status }) => nextSteps(status).length > 0)) return 'It already has an open dispute'
  if (refunds?.left !== 0) return null
  const { made, hindrance } = refunds
  const counted = made.filter(({ status }) => status === 'processed' || isRefunding(status))
  const refundKobo = counted.reduce((sum, refund) => sum + toKobo(refund.amount), 0n)
  // The rest is held by a resolved dispute, or an unconfirmed refund may still pay it.
  if (refundKobo < toKobo(amount)) return hindrance ?? null
  return isBeingRefunded({ refunds }) ? 'It is being refunded' : 'It has already been refunded in full'
}
