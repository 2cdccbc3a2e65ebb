import { type DisputeActivity, disputes } from '@kobo/contract/disputes'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { disputeStatus } from '../../../status/statuses.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { DateTime } from '../../../ui/dates.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import classes from './activities.module.css'
import { allRows } from '../../../list/list-call.ts'

interface DisputeActivitiesProps {
  disputeId: string
  pollMs: number | undefined
}

/** Activity log of a dispute, newest first. */
export function DisputeActivities({ disputeId, pollMs }: DisputeActivitiesProps) {
  const found = useApiQuery(disputes.activities, { ...allRows, disputeId }, { pollMs })
  return (
    <Section title="Activity log">
      <QueryContent from={found} skeleton={<Skeleton />}>
        {({ activities }) => <Activities of={activities} />}
      </QueryContent>
    </Section>
  )
}

function Activities({ of: activities }: { of: readonly DisputeActivity[] }) {
  if (activities.length === 0) return <SectionBody>No activity yet</SectionBody>
  return (
    <ol className={classes.activities}>
      {activities.map(({ id, status, reason, createdAt, user }) => (
        <li key={id} className={classes.activity}>
          <span className={classes.line}>
            <StatusTag of={status} map={disputeStatus} />
            <span className={classes.more}>
              <DateTime at={createdAt} /> {user?.name && `by ${user.name}`}
            </span>
          </span>
          {reason && <p className={classes.reason}>{reason}</p>}
        </li>
      ))}
    </ol>
  )
}

function Skeleton() {
  return (
    <div className={classes.activities}>
      {['60%', '45%', '70%'].map((width) => (
        <div key={width} className={classes.activity}>
          <SkeletonBar width={width} />
        </div>
      ))}
    </div>
  )
}
