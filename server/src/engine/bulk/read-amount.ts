const readable = /^(?<naira>\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?<fraction>\d{1,2}))?$/

/** An amount in naira as people write it, in kobo; null where it cannot be read or has more than two decimals. */
export function parseAmount(text: string): bigint | null {
  const { naira, fraction = '' } = readable.exec(text.trim())?.groups ?? {}
  if (naira === undefined) return null
  return BigInt(naira.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
}
