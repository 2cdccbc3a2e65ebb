import type { transactions } from '@kobo/contract/transactions'
import type { Data } from '@kobo/contract/kit/call'
import type { Activity } from '@kobo/contract/transaction-records'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconClock, IconLock, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../api/api-error.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { stepLabel } from '../../../transaction/payout-steps.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import classes from './activity-log.module.css'
import { type ShownStep, secondsToTheBank, shownSteps } from './activity-times.ts'

type Overview = Data<typeof transactions.overview>

/** Completed and pending steps of a transaction. */
export function ActivityLog({ overview }: { overview: UseQueryResult<Overview, ApiError> }) {
  return (
    <Section title="Activity log" aside={secondsToTheBank(overview.data?.overview ?? [])}>
      <QueryContent from={overview} skeleton={<Skeleton />}>
        {(reply) => <Steps overview={reply.overview} />}
      </QueryContent>
    </Section>
  )
}

function Steps({ overview }: Overview) {
  if (overview.length === 0) return <SectionBody>No activity yet</SectionBody>
  return (
    <ol className={classes.steps}>
      {shownSteps(overview).map((step) => (
        <ActivityStep key={step.id} step={step} appearance={appearanceOf(step, overview)} />
      ))}
    </ol>
  )
}

function Skeleton() {
  return (
    <div className={classes.steps}>
      {['60%', '45%', '70%', '50%'].map((width) => (
        <div key={width} className={classes.step}>
          <span className={classes.waiting} />
          <div className={classes.words}>
            <SkeletonBar width={width} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** `held` funds are not a final state; `queried` is a status query, whatever its response. */
type Appearance = 'done' | 'failed' | 'waiting' | 'held' | 'queried'

const finalSteps = ['FUND_SUCCESS', 'FUND_FAILED']

/** Returns the appearance of a step; a hold appears as waiting until the payment is final. */
function appearanceOf({ category, completed }: Activity, steps: readonly Activity[]): Appearance {
  if (!completed) return 'waiting'
  if (category === 'TRANSACTION_STATUS') return 'queried'
  if (category === 'FUND_FAILED') return 'failed'
  if (category !== 'FUND_PENDING') return 'done'
  return steps.some((step) => finalSteps.includes(step.category)) ? 'held' : 'waiting'
}

/** One step with its state, description and time. */
function ActivityStep({ step, appearance }: { step: ShownStep; appearance: Appearance }) {
  const { category, description, day, time, createdAt } = step
  const { icon: Icon, className, label } = appearances[appearance]
  return (
    <li className={classes.step}>
      <span className={className}>
        <Icon size={14} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.title}>
          {stepLabel(category)} <VisuallyHidden>{label}</VisuallyHidden>
        </div>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {time && (
        <time className={classes.time} dateTime={createdAt ?? undefined}>
          {day && <span>{day}</span>}
          {time}
        </time>
      )}
    </li>
  )
}

const appearances: Record<Appearance, { icon: typeof IconCheck; className: string | undefined; label: string }> = {
  done: { icon: IconCheck, className: classes.done, label: 'done' },
  failed: { icon: IconX, className: classes.failed, label: 'failed' },
  waiting: { icon: IconClock, className: classes.waiting, label: 'waiting' },
  held: { icon: IconLock, className: classes.neutral, label: 'held' },
  queried: { icon: IconQuestionMark, className: classes.neutral, label: 'queried' },
}
