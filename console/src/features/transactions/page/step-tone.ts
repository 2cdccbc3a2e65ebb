import type { Activity } from '@kobo/contract/transaction-records'

/** `held` funds are not a final state; `asked` is a status query, whatever its response. */
export type Look = 'done' | 'failed' | 'waiting' | 'held' | 'queried'

const ends = ['FUND_SUCCESS', 'FUND_FAILED']

/** Returns the appearance of a step; a hold appears as waiting until the payment is final. */
export function lookOf({ category, completed }: Activity, steps: readonly Activity[]): Look {
  if (!completed) return 'waiting'
  if (category === 'TRANSACTION_STATUS') return 'queried'
  if (category === 'FUND_FAILED') return 'failed'
  if (category !== 'FUND_PENDING') return 'done'
  return steps.some((step) => ends.includes(step.category)) ? 'held' : 'waiting'
}
