import { disputedCategories, nextSteps } from '@kobo/contract/dispute-values'
import { transactionTypes } from '@kobo/contract/transaction-records'
import type { Transaction } from './normalize-transaction.ts'

/** What a dispute is raised with, as the transaction itself tells it. */
export interface Disputed {
  merchant: { id: string; name: string }
  customer: string
  /** What is left of it to be disputed. */
  amount: number
  transactionType: string
  transactionCategory: string
  transactionReference: string
}

/** The transaction as it is disputed; nothing for one that never can be. */
export function disputeDraft(transaction: Transaction): Disputed | null {
  const { status, category, merchantId, merchantName, reference, refunds } = transaction
  const type = transactionTypes.find((one) => one === transaction.type?.toUpperCase())
  const known = disputedCategories.find((one) => one === category)
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

/** Why it cannot be disputed now: something else has its money in hand, or has moved it already. */
export function disputeHindrance({ disputes, refunds }: Transaction): string | null {
  if (disputes?.some(({ status }) => nextSteps(status).length > 0)) return 'A dispute of it is open already'
  return refunds?.left === 0 ? 'All of it has gone back already' : null
}
