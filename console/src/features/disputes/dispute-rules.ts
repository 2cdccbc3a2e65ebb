import { nextSteps } from '@kobo/contract/kit/dispute'
import type { Dispute } from '@kobo/contract/disputes'
import { serverNow } from '../../api/clock.ts'
import type { Changing } from '../../api/use-poll-interval.ts'

/** Whether the dispute's status is not final. */
export function isOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return nextSteps(status).length > 0
}

/** Returns the polling pace: fast while a merchant may reply, slow while an open dispute may be changed by another operator. */
export function disputesChange(disputes: readonly Pick<Dispute, 'status'>[]): Changing {
  return disputes.some(({ status }) => status === 'AWAITING_FEEDBACK') || (disputes.some(isOpen) && 'slow')
}

/** Whether the dispute is open past its due date; prefers the server's value. */
export function isOverdue(dispute: Pick<Dispute, 'status' | 'dueDate' | 'isOverdue'>): boolean {
  const { dueDate } = dispute
  return dispute.isOverdue ?? (isOpen(dispute) && Boolean(dueDate) && Date.parse(dueDate ?? '') < serverNow())
}
