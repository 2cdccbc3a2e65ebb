import { formatNaira } from '../money/naira.tsx'
import { formatCount } from '../ui/format-count.ts'
import type { Measure } from './day-figures.ts'

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

/** Returns a measure of naira per day. */
export function nairaOf<Row>(label: string, getValue: (row: Row) => number): Measure<Row> {
  return { label, unit: '₦', of: getValue, format: formatNaira, short: shortNaira }
}

function shortNaira(amount: number): string {
  const sign = amount < 0 ? '-' : ''
  return `${sign}₦${compact.format(Math.abs(amount))}`
}

/** Returns a measure that counts `unit` per day. */
export function numberOf<Row>(label: string, unit: string, getValue: (row: Row) => number): Measure<Row> {
  return {
    label,
    unit,
    of: getValue,
    format: (count) => formatCount(count),
    short: (count) => compact.format(count),
  }
}
