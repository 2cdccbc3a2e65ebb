import { nextSteps } from '@kobo/contract/dispute-values'
import type { Dispute } from '@kobo/contract/disputes'
import { serverNow } from '../../api/clock.ts'
import type { Changing } from '../../api/use-poll-interval.ts'

/** Whether a dispute waits for its end still. */
export function isOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return nextSteps(status).length > 0
}

/** Whether any of them changes: a merchant who is asked may answer at any time, a colleague may work on any that is open. */
export function disputesChange(disputes: readonly Pick<Dispute, 'status'>[]): Changing {
  return disputes.some(({ status }) => status === 'AWAITING_FEEDBACK') || (disputes.some(isOpen) && 'slow')
}

/** Whether it is open past its due date, in the server's word where that has one. */
export function isOverdue(dispute: Pick<Dispute, 'status' | 'dueDate' | 'isOverdue'>): boolean {
  const { dueDate } = dispute
  return dispute.isOverdue ?? (isOpen(dispute) && Boolean(dueDate) && Date.parse(dueDate ?? '') < serverNow())
}
