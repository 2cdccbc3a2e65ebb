import { payoutSteps } from '@kobo/contract/transaction-records'
import { titleCase } from './transaction-labels.ts'

/** Returns the label of a payout step; empty for an unknown one. */
export function stepLabel(category: string): string {
  return known.has(category) ? titleCase(category) : ''
}

const known = new Set<string>(payoutSteps)
