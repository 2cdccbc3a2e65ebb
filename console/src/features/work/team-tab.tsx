import type { Data } from '@kobo/contract/kit/call'
import { workItems } from '@kobo/contract/work-items'
import { useApiQuery } from '../../api/use-api-query.ts'
import { QueryContent } from '../../record/query-content.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { emptyValue } from '../../ui/format-text.ts'
import { Section, SectionBody } from '../../ui/section.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { kindTexts } from '../../record/work/kind-text.ts'
import { countsPollMs } from '../../record/work/poll.ts'
import { FigureTable } from './figure-table.tsx'
import classes from './work.module.css'

type Team = Data<typeof workItems.team>

/** Who has how much and closed how much today, and what is open of each kind. */
export function TeamTab() {
  const team = useApiQuery(workItems.team, {}, { pollMs: countsPollMs, background: true })
  return (
    <div className={classes.sheet}>
      <Section title="People" aside="Closed and in time: today">
        <QueryContent from={team} skeleton={<Waiting />}>
          {({ people }) => (
            <FigureTable
              label="People"
              titles={['Person', 'Has', 'Oldest since', 'Closed today', 'In time']}
              rows={people.map((person) => [
                person.name,
                formatCount(person.holds),
                since(person.oldestAt),
                formatCount(person.closedToday),
                inTime(person),
              ])}
            />
          )}
        </QueryContent>
      </Section>
      <Section title="Kinds">
        <QueryContent from={team} skeleton={<Waiting />}>
          {({ kinds }) => (
            <FigureTable
              label="Kinds"
              titles={['Kind', 'Open', 'Nobody has', 'Overdue', 'Oldest since']}
              rows={kinds.map(({ kind, open, unclaimed, overdue, oldestAt }) => [
                open === null ? `${kindTexts(kind).plural} (could not be counted)` : kindTexts(kind).plural,
                ...[open, unclaimed, overdue].map((figure) => (figure === null ? emptyValue : formatCount(figure))),
                since(oldestAt),
              ])}
            />
          )}
        </QueryContent>
      </Section>
    </div>
  )
}

function since(at: string | null | undefined): string {
  return at ? listDateTime(at) : emptyValue
}

function inTime({ closedToday, closedInTime }: Team['people'][number]): string {
  return closedToday === 0 ? emptyValue : `${Math.round((100 * closedInTime) / closedToday)}%`
}

function Waiting() {
  return (
    <SectionBody>
      <SkeletonBar width="60%" />
    </SectionBody>
  )
}
