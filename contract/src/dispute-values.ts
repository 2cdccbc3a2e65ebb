import { z } from 'zod'
import { nairaAmount } from './kit/naira.ts'

export { type DisputeStatus, disputeStatuses, disputeSteps, isEnd, nextSteps } from './kit/dispute-transitions.ts'
export { attachmentLimits } from './kit/message.ts'

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
