import type { Wallet } from '@kobo/contract/wallets'

/** Returns the personal numbers that a tier requires, as text. */
export function papersOf(tier: number | null | undefined): string {
  return tier === 1 ? 'BVN or NIN' : 'BVN and NIN'
}

/** Whether the wallet has the personal numbers that the tier requires. */
export function hasPapers({ bvn, nin }: Pick<Wallet, 'bvn' | 'nin'>, tier: number | null | undefined): boolean {
  return tier === 1 ? Boolean(bvn || nin) : Boolean(bvn && nin)
}
