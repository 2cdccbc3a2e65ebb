import { nextSteps } from '@kobo/contract/kit/dispute'
import { type Dispute, disputes } from '@kobo/contract/disputes'
import { IconMessageReport } from '@tabler/icons-react'
import { serverNow } from '../../api/clock.ts'
import type { Changing } from '../../api/use-poll-interval.ts'
import { paths } from '../../paths.ts'
import { isRefunding } from '../../transaction/in-progress.ts'
import { defineRecord } from '../../record/define-record.ts'

/** Whether the dispute's status is not final. */
export function isOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return nextSteps(status).length > 0
}

/** Returns the polling pace: fast while a merchant may reply, slow while an open dispute may be changed by another operator. */
export function disputeChanges({ status }: Pick<Dispute, 'status'>): Changing {
  return status === 'AWAITING_FEEDBACK' || (isOpen({ status }) && 'slow')
}

/** Whether the dispute is open past its due date; prefers the server's value. */
export function isOverdue(dispute: Pick<Dispute, 'status' | 'dueDate' | 'isOverdue'>): boolean {
  const { dueDate } = dispute
  return dispute.isOverdue ?? (isOpen(dispute) && Boolean(dueDate) && Date.parse(dueDate ?? '') < serverNow())
}

export const disputeRecord = defineRecord(disputes.details, (reply) => reply.dispute, {
  icon: IconMessageReport,
  back: { text: 'Back to disputes', to: paths.disputes() },
  // The merchant may reply, funds may arrive, or its refund is being processed.
  changes: (dispute) => isOpen(dispute) || isRefunding(dispute.refund?.status ?? ''),
  known: { calls: [disputes.list], rows: (reply) => reply.disputes },
})
