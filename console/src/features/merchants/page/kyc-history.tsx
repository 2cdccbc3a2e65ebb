import type { Merchant } from '@kobo/contract/merchants'
import { listDateTime } from '../../../ui/dates.tsx'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import classes from './kyc-history.module.css'

/** Who reviews the KYC, and who decided it last, when and why. */
export function KycHistory({ merchant }: { merchant: Merchant }) {
  const { verified, review, decision } = merchant
  return (
    <>
      {verified === 'PROCESSING' && review && (
        <p className={classes.history}>
          In review by <strong>{review.staffName}</strong> since {listDateTime(review.startedAt)}
        </p>
      )}
      {decision && (
        <p className={classes.history}>
          {verified === 'ACCEPTED' ? 'Approved' : 'Declined'} by <strong>{decision.staffName}</strong> on{' '}
          {listDateTime(decision.decidedAt)}
          {decision.reason && `: ${decision.reason}`}
        </p>
      )}
    </>
  )
}

/** Stands for it, where there will be any. */
export function KycHistoryBar({ verified = '' }: { verified: string | undefined }) {
  if (!['PROCESSING', 'ACCEPTED', 'REJECTED'].includes(verified)) return null
  return (
    <p className={classes.history}>
      <SkeletonBar width="240px" />
    </p>
  )
}
