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

/** Where a dispute may go from each status; there is no way back out of an end. */
export const disputeSteps: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  NEW: ['IN_PROGRESS', 'REJECTED', 'CLOSED'],
  IN_PROGRESS: ['AWAITING_FEEDBACK', 'RESOLVED', 'REJECTED', 'CLOSED'],
  AWAITING_FEEDBACK: ['FEEDBACK_PROVIDED', 'RESOLVED', 'REJECTED', 'CLOSED'],
  FEEDBACK_PROVIDED: ['AWAITING_FEEDBACK', 'RESOLVED', 'REJECTED', 'CLOSED'],
  RESOLVED: [],
  REJECTED: [],
  CLOSED: [],
}

/** Where a dispute may go from what is called its status; from a word that nobody knows, nowhere. */
export function nextSteps(status: string): readonly DisputeStatus[] {
  const known = disputeStatuses.find((one) => one === status)
  return known === undefined ? [] : disputeSteps[known]
}

/** The statuses that nothing follows. */
export const disputeEnds = disputeStatuses.filter(isEnd)

/** Whether nothing follows this status. */
export function isEnd(status: DisputeStatus): boolean {
  return disputeSteps[status].length === 0
}
