const readable = /^(?<naira>\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?<fraction>\d{1,2}))?$/

/** Parses a written amount of naira to kobo; null if it is unreadable or has more than two decimals. */
export function parseAmount(text: string): bigint | null {
  const { naira, fraction = '' } = readable.exec(text.trim())?.groups ?? {}
  if (naira === undefined) return null
  return BigInt(naira.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
}
