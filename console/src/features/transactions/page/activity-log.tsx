import type { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../../api/api-error.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import classes from './activity-log.module.css'
import { lookOf } from './step-tone.ts'
import { ActivityStep } from './activity-step.tsx'
import { secondsToTheBank, shownSteps } from './activity-times.ts'

type Overview = Data<typeof contract.transactions.overview>

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
        <ActivityStep key={step.id} step={step} look={lookOf(step, overview)} />
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
