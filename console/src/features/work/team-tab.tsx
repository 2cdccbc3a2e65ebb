import type { Data } from '@kobo/contract/kit/call'
import { workItems } from '@kobo/contract/work-items'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { DialogButton } from '../../record/dialog-button.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { counted } from '../../ui/format-count.ts'
import { emptyValue } from '../../ui/format-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { kindTexts } from '../../record/work/kind-text.ts'
import { countsPollMs } from '../../record/work/poll.ts'
import { FigureTable } from './figure-table.tsx'
import classes from './work.module.css'

const ReassignWork = lazyComponent(() => import('./work-dialogs.tsx'), 'ReassignWork', { over: true })

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
              rows={people.map((person) => ({
                id: person.staffId,
                cells: [
                  person.name,
                  <span key="holds" className={classes.held}>
                    <Reassign holder={person} among={people} />
                    {counted(person.holds, person.more?.includes('holds'))}
                  </span>,
                  since(person.oldestAt),
                  counted(person.closedToday, person.more?.includes('closedToday')),
                  inTime(person),
                ],
              }))}
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
              rows={kinds.map(({ kind, oldestAt, more, ...figures }) => ({
                id: kind,
                cells: [
                  figures.open === null ? `${kindTexts(kind).plural} (could not be counted)` : kindTexts(kind).plural,
                  ...(['open', 'unclaimed', 'overdue'] as const).map((name) => {
                    const figure = figures[name]
                    return figure === null ? emptyValue : counted(figure, more?.includes(name))
                  }),
                  since(oldestAt),
                ],
              }))}
            />
          )}
        </QueryContent>
      </Section>
    </div>
  )
}

type Person = Team['people'][number]

/** Opens the dialog that assigns what a person has to another one. */
function Reassign({ holder, among }: { holder: Person; among: readonly Person[] }) {
  return (
    <DialogButton
      call={workItems.reassign}
      size="compact-xs"
      variant="default"
      icon={IconArrowsExchange}
      aria-label={`Reassign what ${holder.name} has`}
      isOffered={holder.holds > 0}
      load={ReassignWork.load}
      renderDialog={(onClose) => <ReassignWork holder={holder} among={among} onClose={onClose} />}
    >
      Reassign
    </DialogButton>
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
