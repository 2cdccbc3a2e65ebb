import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { useCall } from '../../../api/use-call.ts'
import { type Comparison, compare, isWatchListed } from '../evidence.ts'

const { bvnInfo, directors, settlementAccount } = contract.merchants

/** Whether its KYC waits for a decision. */
export function isOpen({ verified }: Pick<Merchant, 'verified'>): boolean {
  return verified === 'SUBMITTED' || verified === 'PROCESSING'
}

/** What a reviewer has to go by: the merchant's word against what others know, and whether the owner is watched. */
export function useEvidence(merchant: Merchant): { comparisons: Comparison[]; isWatched: boolean; isPending: boolean } {
  const of = { merchantId: merchant.id }
  const bvn = useCall(bvnInfo, of)
  const board = useCall(directors, of)
  const account = useCall(settlementAccount, of)
  const known = {
    merchant,
    bvn: bvn.data?.bvnInfo,
    directors: board.data?.directors,
    account: account.data?.settlementAccount,
  }
  return {
    comparisons: compare(known),
    isWatched: isWatchListed(bvn.data?.bvnInfo?.watchListed),
    isPending: bvn.isPending || board.isPending || account.isPending,
  }
}
