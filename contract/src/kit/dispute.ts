import { z } from 'zod'
import { paragraph, text } from './text.ts'
import { nairaAmount } from './naira.ts'

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
  const found = disputeStatuses.find((candidate) => candidate === status)
  return found === undefined ? [] : disputeSteps[found]
}

/** Final statuses. */
export const disputeEnds = disputeStatuses.filter(isEnd)

/** Whether the status is final. */
export function isEnd(status: DisputeStatus): boolean {
  return disputeSteps[status].length === 0
}

/** Limits for the images of a dispute or message: ten, each below 10 MB. */
export const attachmentLimits = { max: 10, maxBytes: 9_999_999 } as const

/** Fields of a message from either side of a conversation. */
export const messageText = {
  subject: text(200, 'Subject is required'),
  message: paragraph(5000, 'Message is required'),
}

export const disputeCategories = ['SCAM', 'CASHBACK', 'CHARGEBACK', 'TRANSFER'] as const
/** Card-scheme names for one category and two final statuses; a dispute is stored under the mapped value. */
export const schemeCategories = { fraud: 'SCAM' } as const
export const schemeStatuses = { accepted: 'RESOLVED', declined: 'REJECTED' } as const
/** Categories of transactions that can be disputed. */
export const disputedCategories = ['BANK_FUNDING', 'BANK_TRANSFER'] as const
export const conversationStates = ['ENABLED', 'DISABLED'] as const

/** Naira amount as a form field: digits with at most one decimal point. */
export const writtenAmount = z
  .string('Amount is required')
  .trim()
  .min(1, 'Amount is required')
  .max(20, 'Amount is too large')
  .regex(/^(\d+\.?\d*|\.\d+)?$/, 'Amount must contain numbers only')
  .transform(Number)
  .pipe(nairaAmount)
