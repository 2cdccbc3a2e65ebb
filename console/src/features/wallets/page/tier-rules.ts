import type { Wallet } from '@kobo/contract/wallets'

/** The personal numbers that a tier needs, in words. */
export function papersOf(tier: number | null | undefined): string {
  return tier === 1 ? 'BVN or NIN' : 'BVN and NIN'
}

/** Whether the wallet has what the tier needs. */
export function hasPapers({ bvn, nin }: Pick<Wallet, 'bvn' | 'nin'>, tier: number | null | undefined): boolean {
  return tier === 1 ? Boolean(bvn || nin) : Boolean(bvn && nin)
}
