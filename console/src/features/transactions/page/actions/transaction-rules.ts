import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { isInProgress } from '../../../../transaction/in-progress.ts'

type Subject = Pick<TransactionDetail, 'category' | 'type' | 'status' | 'sessionId'>

/** Whether the webhook event can be resent: the transaction is final and of a category that has one. */
export function mayResendWebhook({ category, status }: Pick<Subject, 'category' | 'status'>): boolean {
  const hasEvent = category === 'BANK_TRANSFER' || category === 'BANK_FUNDING' || category === 'CREDIT_STORE'
  return hasEvent && (status === 'FAILED' || status === 'SUCCESS')
}

/**
 * Whether a status query can return something new: the switch may still approve a failed payout, except one without a
 * session ID, which was never sent. A server may omit the field.
 */
export function mayRequery(subject: Subject): boolean {
  const { status, sessionId } = subject
  return isPayout(subject) && (status === 'PENDING' || (status === 'FAILED' && sessionId !== null))
}

/** Whether an operator may mark the payout as successful; a queued one was never sent. */
export function mayMarkSuccess(subject: Subject): boolean {
  return isPayout(subject) && subject.status === 'PENDING'
}

/** Whether an operator may mark the payout as failed. */
export function mayMarkFailed(subject: Subject): boolean {
  return isPayout(subject) && (subject.status === 'QUEUED' || subject.status === 'PENDING')
}

/** Whether the transaction reached the requested status; assumed if the server omits the status. */
export function hasCome(status: string | null | undefined, expected: 'SUCCESS' | 'FAILED'): boolean {
  return !status || status === expected
}

/** Whether it may still change: it is not final, or one of its steps is pending. */
export function mayStillChange(status: string | undefined, steps: readonly { completed: boolean }[] = []): boolean {
  return isInProgress(status) || steps.some((step) => !step.completed)
}

const outgoing = ['BANK_TRANSFER', 'REFUND', 'BILL_PAYMENT']

/** Includes refunds and bill payments, which are outbound payments too. */
function isPayout({ category, type }: Subject): boolean {
  return outgoing.includes(category ?? '') && type?.toUpperCase() === 'DEBIT'
}
