import type { Activity } from '@kobo/contract/transaction-records'

/** `held` is set aside, which is no end; `asked` is a question, whatever was answered. */
export type Look = 'done' | 'failed' | 'waiting' | 'held' | 'asked'

const ends = ['FUND_SUCCESS', 'FUND_FAILED']

/** How a step looks among the others: what money is only set aside for waits until it ends. */
export function lookOf({ category, completed }: Activity, steps: readonly Activity[]): Look {
  if (!completed) return 'waiting'
  if (category === 'TRANSACTION_STATUS') return 'asked'
  if (category === 'FUND_FAILED') return 'failed'
  if (category !== 'FUND_PENDING') return 'done'
  return steps.some((step) => ends.includes(step.category)) ? 'held' : 'waiting'
}
