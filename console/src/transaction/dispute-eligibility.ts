import { disputedCategories, nextSteps } from '@kobo/contract/kit/dispute'
import { transactionTypes } from '@kobo/contract/transaction-records'
import type { Transaction } from './transaction-record.ts'

/** Data of a new dispute, taken from the transaction. */
export interface Disputed {
  merchant: { id: string; name: string }
  customer: string
  /** Disputable amount that is left. */
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

/** Returns why a transaction cannot be disputed now: a dispute is open, or all of it was refunded. */
export function disputeBlocker({ disputes, refunds }: Transaction): string | null {
  if (disputes?.some(({ status }) => nextSteps(status).length > 0)) return 'It already has an open dispute'
  return refunds?.left === 0 ? 'It has already been refunded in full' : null
}
