import { z } from 'zod'
import { nairaAmount } from './kit/naira.ts'

/** What a dispute is about. */
export const disputeCategories = ['SCAM', 'CASHBACK', 'CHARGEBACK', 'TRANSFER'] as const
/** The transactions that can be disputed, by their category. */
export const disputedCategories = ['BANK_FUNDING', 'BANK_TRANSFER'] as const
export const conversationStates = ['ENABLED', 'DISABLED'] as const

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

/** Where a dispute may go from what a reply calls its status; from a word that nobody knows, nowhere. */
export function nextSteps(status: string): readonly DisputeStatus[] {
  const known = disputeStatuses.find((one) => one === status)
  return known === undefined ? [] : disputeSteps[known]
}

/** Whether nothing follows this status. */
export function isEnd(status: DisputeStatus): boolean {
  return disputeSteps[status].length === 0
}

/** Pictures of a dispute or a message: as many, and each of less than 10 MB. */
export const attachmentLimits = { max: 10, maxBytes: 9_999_999 } as const

/** Naira as a form sends them, in digits with at most one decimal point. */
export const writtenAmount = z
  .string('Amount is required')
  .trim()
  .min(1, 'Amount is required')
  .max(20, 'Amount is too large')
  .regex(/^(\d+\.?\d*|\.\d+)?$/, 'Amount must contain numbers only')
  .transform(Number)
  .pipe(nairaAmount)
