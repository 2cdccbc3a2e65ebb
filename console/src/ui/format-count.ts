/**
 * A number in digits, the thousands set apart: `1234567` becomes `1,234,567`. By hand: to make ready what formats numbers
 * takes browsers as long as to draw thirty rows.
 */
export function formatCount(number: number, decimals = 0): string {
  return number.toFixed(decimals).replace(thousands, ',')
}

/** Before every three digits but the first; two decimals are too few to be taken for some. */
const thousands = /\B(?=(\d{3})+(?!\d))/g
