import { nextSteps } from '@kobo/contract/dispute-words'
import type { Dispute } from '@kobo/contract/disputes'

/** Whether a dispute waits for its end still. */
export function isOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return nextSteps(status).length > 0
}

/** Whether it is open past its due date, in the server's word where that has one. */
export function isOverdue(dispute: Pick<Dispute, 'status' | 'dueDate' | 'isOverdue'>): boolean {
  const { dueDate } = dispute
  return dispute.isOverdue ?? (isOpen(dispute) && Boolean(dueDate) && Date.parse(dueDate ?? '') < Date.now())
}
