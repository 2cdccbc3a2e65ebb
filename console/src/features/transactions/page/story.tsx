import type { Data } from '@kobo/contract/kit/call'
import type { TransactionStory, transactionStory } from '@kobo/contract/transaction-story'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiFailure } from '../../../api/failure.ts'
import { paths } from '../../../paths.ts'
import { Fetched } from '../../../record/fetched.tsx'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import classes from './story.module.css'

type Reply = Data<typeof transactionStory.tell>

interface StoryProps {
  from: UseQueryResult<Reply, ApiFailure>
  /** Whose transaction it is, as soon as that is known. */
  merchantId: string | undefined
}

/** What happened and where the money is, in one sentence, and replies to be copied; nothing on a server that tells no stories. */
export function Story({ from, merchantId }: StoryProps) {
  if (from.error?.status === 404) return null
  return (
    <section className={classes.story} aria-label="What happened">
      <Fetched from={from} skeleton={<Bar width="70%" />}>
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
      </Fetched>
    </section>
  )
}

interface OriginProps extends Pick<StoryProps, 'merchantId'> {
  of: TransactionStory['origin']
}

/** What ordered it. */
function Origin({ of: origin, merchantId }: OriginProps) {
  if (!origin) return null
  const { batchReference, scheduleId, recurringId } = origin
  return (
    <span className={classes.origin}>
      Ordered by{' '}
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
