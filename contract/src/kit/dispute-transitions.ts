export const disputeStatuses = [
  'NEW',
  'IN_PROGRESS',
  'AWAITING_FEEDBACK',
  'FEEDBACK_PROVIDED',
  'RESOLVED',
  'REJECTED',
  'CLOSED',
] as const

export type DisputeStatus = (typeof disputeStatuses)[number]

/** Allowed status transitions; a final status has none. */
export const disputeSteps: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  NEW: ['IN_PROGRESS', 'REJECTED', 'CLOSED'],
  IN_PROGRESS: ['AWAITING_FEEDBACK', 'RESOLVED', 'REJECTED', 'CLOSED'],
  AWAITING_FEEDBACK: ['FEEDBACK_PROVIDED', 'RESOLVED', 'REJECTED', 'CLOSED'],
  FEEDBACK_PROVIDED: ['AWAITING_FEEDBACK', 'RESOLVED', 'REJECTED', 'CLOSED'],
  RESOLVED: [],
  REJECTED: [],
  CLOSED: [],
}

/** Returns the allowed transitions from a status, none from an unknown one. */
export function nextSteps(status: string): readonly DisputeStatus[] {
  const known = disputeStatuses.find((one) => one === status)
  return known === undefined ? [] : disputeSteps[known]
}

/** Final statuses. */
export const disputeEnds = disputeStatuses.filter(isEnd)

/** Whether the status is final. */
export function isEnd(status: DisputeStatus): boolean {
  return disputeSteps[status].length === 0
}
