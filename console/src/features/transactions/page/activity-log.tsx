import type { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiFailure } from '../../../api/failure.ts'
import { Fetched } from '../../../record/fetched.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import classes from './activity-log.module.css'
import { lookOf } from './activity-look.ts'
import { ActivityStep } from './activity-step.tsx'
import { secondsToTheBank, shownSteps } from './activity-times.ts'

type Overview = Data<typeof contract.transactions.overview>

/** What has happened to a transaction and what is still to come, step by step. */
export function ActivityLog({ overview }: { overview: UseQueryResult<Overview, ApiFailure> }) {
  return (
    <Section title="Activity log" aside={secondsToTheBank(overview.data?.overview ?? [])}>
      <Fetched from={overview} skeleton={<Skeleton />}>
        {(reply) => <Steps overview={reply.overview} />}
      </Fetched>
    </Section>
  )
}

function Steps({ overview }: Overview) {
  if (overview.length === 0) return <SectionBody>No activity has been recorded</SectionBody>
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
            <Bar width={width} />
          </div>
        </div>
      ))}
    </div>
  )
}
