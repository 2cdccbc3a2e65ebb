import type { Transaction } from '../../db/database.ts'

/** Subaccount's part of a split; `value` is kobo, or hundredths of a percent. */
export interface SplitPart {
  accountId: string
  type: 'FLAT' | 'PERCENTAGE'
  value: bigint
}

export interface Share {
  accountId: string
  amountKobo: bigint
}

/** 100 % in hundredths of a percent. */
export const fullPercentage = 10_000n

/**
 * Allocates a collection's net amount: flat parts in order, each capped at the remainder, then percentages of what they left,
 * rounded down to the kobo. Omits empty shares; the rest is the merchant's.
 */
export function allocateSplit(netKobo: bigint, parts: readonly SplitPart[]): Share[] {
  let leftKobo = netKobo
  const flats = new Map<SplitPart, bigint>()
  for (const part of parts.filter(({ type }) => type === 'FLAT')) {
    const flatKobo = part.value < leftKobo ? part.value : leftKobo
    flats.set(part, flatKobo)
    leftKobo -= flatKobo
  }
  return parts
    .map((part) => ({
      accountId: part.accountId,
      amountKobo: flats.get(part) ?? (leftKobo * part.value) / fullPercentage,
    }))
    .filter(({ amountKobo }) => amountKobo > 0n)
}

export function sumOfShares(shares: readonly Share[]): bigint {
  return shares.reduce((sum, { amountKobo }) => sum + amountKobo, 0n)
}

/** Allocates a net amount by the virtual account's split; empty without one. */
export async function splitShares(db: Transaction, virtualAccountId: string, netKobo: bigint): Promise<Share[]> {
  const parts = await db
    .selectFrom('split_part')
    .select(['subaccount_id', 'split_type', 'split_value'])
    .where('virtual_account_id', '=', virtualAccountId)
    .orderBy('position')
    .execute()
  return allocateSplit(
    netKobo,
    parts.map(({ subaccount_id: accountId, split_type, split_value: value }) => {
      return { accountId, type: split_type === 'FLAT' ? 'FLAT' : 'PERCENTAGE', value }
    }),
  )
}
