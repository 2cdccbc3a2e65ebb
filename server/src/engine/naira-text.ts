/** Kobo as a person reads naira: `₦1,234.50`. */
export function nairaText(amountKobo: bigint): string {
  const [whole, cents] = [amountKobo / 100n, amountKobo % 100n]
  return `₦${whole.toLocaleString('en-NG')}.${String(cents).padStart(2, '0')}`
}
