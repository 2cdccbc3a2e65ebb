/** What one of those takes who share a collection: kobo, or hundredths of a percent. */
export interface SplitPart {
  accountId: string
  type: 'FLAT' | 'PERCENTAGE'
  value: bigint
}

export interface Share {
  accountId: string
  amountKobo: bigint
}

/** All of it, in hundredths of a percent. */
export const fullPercentage = 10_000n

/**
 * What each takes of a collection's net: the flat parts in their order, each at most what is left; then percentages of what the
 * flat parts left, down to the kobo. Whoever takes nothing is left out, and the rest is the merchant's.
 */
export function allocateSplit(netKobo: bigint, parts: readonly SplitPart[]): Share[] {
  let leftKobo = netKobo
  const flats = new Map<SplitPart, bigint>()
  for (const part of parts.filter(({ type }) => type === 'FLAT')) {
    const taken = part.value < leftKobo ? part.value : leftKobo
    flats.set(part, taken)
    leftKobo -= taken
  }
  return parts
    .map((part) => ({
      accountId: part.accountId,
      amountKobo: flats.get(part) ?? (leftKobo * part.value) / fullPercentage,
    }))
    .filter(({ amountKobo }) => amountKobo > 0n)
}

/** What the shares are together. */
export function sumOfShares(shares: readonly Share[]): bigint {
  return shares.reduce((sum, { amountKobo }) => sum + amountKobo, 0n)
}
