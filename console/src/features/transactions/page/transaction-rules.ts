import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { isOnItsWay } from '../../../transaction/on-its-way.ts'

type Subject = Pick<TransactionDetail, 'category' | 'type' | 'status'>

/** Whether the merchant can be told of the transaction once more: it is finished, and another bank took part. */
export function mayResendWebhook({ category, status }: Pick<Subject, 'category' | 'status'>): boolean {
  const hasEvent = category === 'BANK_TRANSFER' || category === 'BANK_FUNDING' || category === 'CREDIT_STORE'
  return hasEvent && (status === 'FAILED' || status === 'SUCCESS')
}

/** Whether asking the switch can tell anything new; it may approve late what had failed. */
export function mayRequery(subject: Subject): boolean {
  return isPayout(subject) && (subject.status === 'PENDING' || subject.status === 'FAILED')
}

/** Whether an operator may decide that the payout succeeded: what has not been sent cannot have. */
export function mayMarkSuccess(subject: Subject): boolean {
  return isPayout(subject) && subject.status === 'PENDING'
}

/** Whether an operator may decide that the payout failed. */
export function mayMarkFailed(subject: Subject): boolean {
  return isPayout(subject) && (subject.status === 'QUEUED' || subject.status === 'PENDING')
}

/** Whether a transaction came to what was asked for; a server that does not tell is believed. */
export function hasCome(status: string | null | undefined, wanted: 'SUCCESS' | 'FAILED'): boolean {
  return !status || status === wanted
}

/** Whether it may change by itself: it is not finished, or a step of it is waiting. */
export function mayStillChange(status: string | undefined, steps: readonly { completed: boolean }[] = []): boolean {
  return isOnItsWay(status) || steps.some((step) => !step.completed)
}

const outgoing = ['BANK_TRANSFER', 'REFUND', 'BILL_PAYMENT']

/** Refunds and bills go out as a payout does. */
function isPayout({ category, type }: Subject): boolean {
  return outgoing.includes(category ?? '') && type?.toUpperCase() === 'DEBIT'
}
