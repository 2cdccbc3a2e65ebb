import { weekdays } from '@kobo/contract/kit/business-time'
import { isWorkKind } from '@kobo/contract/kit/work-kinds'
import { type WorkClock, workItems } from '@kobo/contract/work-items'
import { Fragment } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { DialogButton } from '../../record/dialog-button.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { FigureTable } from './figure-table.tsx'
import { kindTexts } from '../../record/work/kind-text.ts'
import classes from './work.module.css'
import { spansText } from './work-hours.ts'

const ClockDialog = lazyComponent(() => import('./clock-dialogs.tsx'), 'ClockDialog', { over: true })
const HoursDialog = lazyComponent(() => import('./clock-dialogs.tsx'), 'HoursDialog', { over: true })

/** Time that each kind of work may take, working hours and holidays; leads change them. */
export function ClocksTab() {
  const clocks = useApiQuery(workItems.clocks, {})
  return (
    <div className={classes.sheet}>
      <QueryContent from={clocks} skeleton={<SkeletonBar width="60%" />}>
        {(data) => (
          <>
            <Section title="Clocks" aside="Of this mode">
              <FigureTable
                label="Clocks"
                titles={['Kind', 'Time', 'Counts', 'Urgent after', 'Claim lasts']}
                rows={data.clocks.map((clock) => ({
                  id: clock.kind,
                  cells: [
                    <Fragment key="kind">
                      <span title={kindTexts(clock.kind).label}>{kindTexts(clock.kind).label}</span>{' '}
                      <ChangeClock clock={clock} />
                    </Fragment>,
                    clock.minutes === null ? "The record's own" : minutesText(clock.minutes),
                    clock.counts === 'BUSINESS' ? 'Working hours' : 'Always',
                    `${clock.warnAt}%`,
                    minutesText(clock.leaseMinutes),
                  ],
                }))}
              />
            </Section>
            <Section
              title="Working hours"
              aside={
                <DialogButton
                  call={workItems.changeHours}
                  size="xs"
                  variant="default"
                  load={HoursDialog.load}
                  renderDialog={(onClose) => <HoursDialog {...data} onClose={onClose} />}
                >
                  Change hours and holidays
                </DialogButton>
              }
            >
              <FigureTable
                label="Working hours"
                titles={['Day', 'Hours in Lagos']}
                rows={weekdays.map((name, index) => ({
                  id: name,
                  cells: [name, spansText(data.hours, index + 1) || 'None'],
                }))}
              />
            </Section>
            <Section title="Holidays">
              {data.holidays.length === 0 ? (
                <SectionBody>No holidays</SectionBody>
              ) : (
                <FigureTable
                  label="Holidays"
                  titles={['Holiday', 'Day']}
                  rows={data.holidays.map(({ day, name }) => ({ id: day, cells: [name, formatDay(day)] }))}
                />
              )}
            </Section>
          </>
        )}
      </QueryContent>
    </div>
  )
}

function ChangeClock({ clock }: { clock: WorkClock }) {
  const { kind } = clock
  if (!isWorkKind(kind)) return null
  return (
    <DialogButton
      call={workItems.changeClock}
      size="compact-xs"
      variant="default"
      aria-label={`Change the clock of ${kindTexts(kind).label}`}
      load={ClockDialog.load}
      renderDialog={(onClose) => <ClockDialog kind={kind} clock={clock} onClose={onClose} />}
    >
      Change
    </DialogButton>
  )
}

/** Returns minutes as hours where they are whole: `8 h`, `90 min`. */
function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? `${formatCount(minutes / 60)} h` : `${formatCount(minutes)} min`
}
