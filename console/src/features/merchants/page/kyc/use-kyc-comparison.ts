import { type Merchant, merchants } from '@kobo/contract/merchants'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { type Comparison, compare, isWatchListed } from './kyc-comparison.ts'

const { bvnInfo, directors, settlementAccount } = merchants

/** Whether its KYC awaits a decision. */
export function isOpen({ verified }: Pick<Merchant, 'verified'>): boolean {
  return verified === 'SUBMITTED' || verified === 'PROCESSING'
}

/** Returns the comparisons for a review, and whether the owner is on the watch list. */
export function useKycComparison(merchant: Merchant): {
  comparisons: Comparison[]
  isWatched: boolean
  isPending: boolean
} {
  const request = { merchantId: merchant.id }
  const bvn = useApiQuery(bvnInfo, request)
  const directorList = useApiQuery(directors, request)
  const account = useApiQuery(settlementAccount, request)
  const known = {
    merchant,
    bvn: bvn.data?.bvnInfo,
    directors: directorList.data?.directors,
    account: account.data?.settlementAccount,
  }
  return {
    comparisons: compare(known),
    isWatched: isWatchListed(bvn.data?.bvnInfo?.watchListed),
    // A query that failed is pending again while it is repeated.
    isPending: !(bvn.isFetched && directorList.isFetched && account.isFetched),
  }
}
