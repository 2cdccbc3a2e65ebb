import { payoutSteps } from '@kobo/contract/transaction-records'

/** Returns the label of a payout step; empty for an unknown one. */
export function stepLabel(category: string): string {
  return known.has(category) ? titleCase(category) : ''
}

const known = new Set<string>(payoutSteps)

/** Formats `SESSION_INIT` as `Session Init`. */
function titleCase(raw: string): string {
  return raw
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')
}
