import { payoutSteps } from '@kobo/contract/transaction-records'
import { titleCase } from './transaction-labels.ts'

/** What a step of a transaction is called; a step that nobody knows has no name. */
export function stepLabel(category: string): string {
  return known.has(category) ? titleCase(category) : ''
}

const known = new Set<string>(payoutSteps)
