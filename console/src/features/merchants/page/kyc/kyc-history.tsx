import type { Merchant } from '@kobo/contract/merchants'
import { listDateTime } from '../../../../ui/dates.tsx'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import classes from './kyc-history.module.css'

/** Current reviewer, the latest KYC decision, and the latest change of the status since. */
export function KycHistory({ merchant }: { merchant: Merchant }) {
  const { verified, review, decision, statusChange } = merchant
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
      {statusChange && (
        <p className={classes.history}>
          {statusChange.status === 'ACTIVE' ? 'Activated' : 'Deactivated'} by <strong>{statusChange.staffName}</strong>{' '}
          on {listDateTime(statusChange.changedAt)}: {statusChange.reason}
        </p>
      )}
    </>
  )
}

/** Skeleton of the history, if the status implies one. */
export function KycHistoryBar({ verified = '' }: { verified: string | undefined }) {
  if (!['PROCESSING', 'ACCEPTED', 'REJECTED'].includes(verified)) return null
  return (
    <p className={classes.history}>
      <SkeletonBar width="240px" />
    </p>
  )
}
