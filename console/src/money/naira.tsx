import { emptyValue } from '../ui/format-text.ts'
import { formatCount } from '../ui/format-count.ts'
import classes from './naira.module.css'

/** Amount in naira. */
export function Naira({ amount }: { amount: number | null | undefined }) {
  return <span className={classes.naira}>{formatNaira(amount)}</span>
}

/** Formats `1234.5` as `₦1,234.50`. */
export function formatNaira(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return emptyValue
  const sign = amount < 0 ? '-' : ''
  return `${sign}₦${formatCount(Math.abs(amount), 2)}`
}
