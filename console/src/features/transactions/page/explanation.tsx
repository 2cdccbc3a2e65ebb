import type { Data } from '@kobo/contract/kit/call'
import type { TransactionExplanation, transactionExplanation } from '@kobo/contract/transaction-explanation'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../api/api-error.ts'
import { paths } from '../../../paths.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import classes from './explanation.module.css'

type Reply = Data<typeof transactionExplanation.tell>

interface ExplanationProps {
  from: UseQueryResult<Reply, ApiError>
  /** Merchant of the transaction, once known. */
  merchantId: string | undefined
}

/** Explains what happened and where the money is, with replies to copy; hidden if the server lacks the call. */
export function Explanation({ from, merchantId }: ExplanationProps) {
  if (from.error?.status === 404) return null
  return (
    <section className={classes.story} aria-label="What happened">
      <QueryContent from={from} skeleton={<SkeletonBar width="70%" />}>
        {({ story }) => (
          <>
            <p className={classes.sentence}>{story.sentence}</p>
            <Origin of={story.origin} merchantId={merchantId} />
            <div className={classes.replies}>
              <CopyTextButton value={story.reply} label="Copy a reply for the merchant" toast="Reply copied" />
              {story.customerReply && (
                <CopyTextButton
                  value={story.customerReply.text}
                  label={`Copy a reply for the ${story.customerReply.to}`}
                  toast="Reply copied"
                />
              )}
            </div>
          </>
        )}
      </QueryContent>
    </section>
  )
}

interface OriginProps extends Pick<ExplanationProps, 'merchantId'> {
  of: TransactionExplanation['origin']
}

/** Batch or schedule that created the transaction. */
function Origin({ of: origin, merchantId }: OriginProps) {
  if (!origin) return null
  const { batchReference, scheduleId, recurringId } = origin
  return (
    <span className={classes.origin}>
      Created by{' '}
      {batchReference && (
        <AccentLink to={paths.bulkPayout(batchReference, { merchantId })}>batch {batchReference}</AccentLink>
      )}
      {scheduleId && <AccentLink to={paths.payout({ status: 'scheduled', scheduleId })}>a scheduled payout</AccentLink>}
      {recurringId && (
        <AccentLink to={paths.payout({ status: 'recurring', recurrentId: recurringId })}>a recurring payout</AccentLink>
      )}
    </span>
  )
}
