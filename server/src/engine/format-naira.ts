const integerFormat = new Intl.NumberFormat('en-NG')

/** Formats kobo as naira: `₦1,234.50`. */
export function formatNaira(amountKobo: bigint): string {
  return `₦${integerFormat.format(amountKobo / 100n)}.${String(amountKobo % 100n).padStart(2, '0')}`
}
