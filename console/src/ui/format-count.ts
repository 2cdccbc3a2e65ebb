/**
 * Formats a number with thousands separators: `1234567` becomes `1,234,567`. Without `Intl`, whose initialisation takes browsers
 * as long as rendering thirty rows.
 */
export function formatCount(number: number, decimals = 0): string {
  return number.toFixed(decimals).replace(thousands, ',')
}

/** Returns `250`, or `1,000+` if counting stopped there. */
export function counted(total: number, isMore: boolean | null = false): string {
  return formatCount(total) + (isMore ? '+' : '')
}

/** Positions of the separators. Two decimals are too short to match. */
const thousands = /\B(?=(\d{3})+(?!\d))/g
