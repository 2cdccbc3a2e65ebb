import { type WorkSpan, weekdays } from '@kobo/contract/kit/business-time'
import { type WorkKind, workKinds } from '@kobo/contract/kit/work-kinds'
import { type WorkClock, workItems } from '@kobo/contract/work-items'
import { useState } from 'react'
import { FormDialog } from '../../forms/form-window.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { type Holiday, holidaysText, readHolidays, readSpans, spansText } from './work-hours.ts'

const counting = [
  { value: 'BUSINESS', label: 'Working hours' },
  { value: 'ALWAYS', label: 'Always' },
]

interface ClockDialogProps {
  kind: WorkKind
  clock: WorkClock
  onClose: () => void
}

/** Changes the clock of a kind of work. */
export function ClockDialog({ kind, clock, onClose }: ClockDialogProps) {
  const hasOwn = clock.minutes === null
  const contractForm = useContractForm(workItems.changeClock, {
    start: {
      minutes: String(clock.minutes ?? ''),
      counts: clock.counts,
      warnAt: String(clock.warnAt),
      leaseMinutes: String(clock.leaseMinutes),
    },
    request: ({ minutes, counts, warnAt, leaseMinutes }) => ({
      kind,
      minutes: hasOwn ? null : Number(minutes),
      counts,
      warnAt: Number(warnAt),
      leaseMinutes: Number(leaseMinutes),
    }),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title={`Clock of ${workKinds[kind].label}`}
      of={contractForm}
      action={{ text: 'Change clock', busyText: 'Changing...' }}
      onClose={onClose}
    >
      {!hasOwn && <TextField form={form} name="minutes" label="Time in minutes" inputMode="numeric" />}
      {!hasOwn && <SelectField form={form} name="counts" label="Counts" data={counting} />}
      <TextField form={form} name="warnAt" label="Urgent after, in percent of the time" inputMode="numeric" />
      <TextField form={form} name="leaseMinutes" label="Minutes that a claim lasts" inputMode="numeric" />
    </FormDialog>
  )
}

interface HoursDialogProps {
  hours: readonly WorkSpan[]
  holidays: readonly Holiday[]
  onClose: () => void
}

/** Changes working hours and holidays, which both modes share. */
export function HoursDialog({ hours, holidays, onClose }: HoursDialogProps) {
  // Hours that are read again while the form is open are not those that it shows.
  const [expected] = useState({ hours: [...hours], holidays: [...holidays] })
  const start: Record<string, string> = {
    ...Object.fromEntries(weekdays.map((name, index) => [name, spansText(hours, index + 1)])),
    holidays: holidaysText(holidays),
  }
  const contractForm = useContractForm(workItems.changeHours, {
    start,
    request: (values) => ({
      hours: weekdays.flatMap((name, index) => readSpans(values[name] ?? '', index + 1) ?? []),
      holidays: readHolidays(values['holidays'] ?? '') ?? [],
      expected,
    }),
    check: (values) => ({
      ...Object.fromEntries(
        weekdays.flatMap((name, index) =>
          readSpans(values[name] ?? '', index + 1) === null
            ? [[name, 'Write spans such as 08:00-12:00, 13:00-17:00']]
            : [],
        ),
      ),
      ...(readHolidays(values['holidays'] ?? '') === null && {
        holidays: 'Write one holiday a line, such as 2026-12-25 Christmas Day',
      }),
    }),
    onDone: onClose,
  })
  const { form } = contractForm
  return (
    <FormDialog
      title="Working hours and holidays"
      of={contractForm}
      action={{ text: 'Change hours', busyText: 'Changing...' }}
      onClose={onClose}
    >
      {weekdays.map((name) => (
        <TextField key={name} form={form} name={name} label={name} placeholder="None" />
      ))}
      <TextareaField form={form} name="holidays" label="Holidays, one a line" />
    </FormDialog>
  )
}
