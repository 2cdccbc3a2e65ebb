import { formatNaira } from '../../money/naira.tsx'
import { formatCount } from '../../ui/format-count.ts'

interface Sum {
  count: number
  amount: number
}

/** Formats a number of payments with their sum: `3 payments of ₦4,500.00 in all`. */
export function paymentsOf({ count, amount }: Sum): string {
  return `${count === 1 ? '1 payment' : `${formatCount(count)} payments`} of ${formatNaira(amount)}${count === 1 ? '' : ' in all'}`
}
