import { lagosDay } from '@kobo/contract/kit/day'
import { serverNow } from '../api/clock.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { pickerDay } from '../ui/dates.tsx'
import type { UsualDays } from '@kobo/contract/kit/date-presets'
import type { ExportableRow, Filter, FilterFieldProps, FilterValues, Option } from './filter.ts'

// Loaded when a dialog first opens, so that no list waits for calendars.
const ChoiceControl = lazyComponent(() => import('./filter-controls.tsx'), 'ChoiceControl')
const TextControl = lazyComponent(() => import('./filter-controls.tsx'), 'TextControl')
const DayRangeFields = lazyComponent(() => import('../ui/date-input.tsx'), 'DayRangeFields')

/** Returns options labelled by their value. A record adds the value that rows hold instead: `{ initiated: 'NEW' }`. */
export function asWritten(...values: (string | Readonly<Record<string, string>>)[]): Option[] {
  return values.flatMap((item) =>
    typeof item === 'string'
      ? [{ value: item, label: item }]
      : Object.entries(item).map(([value, row]) => ({ value, label: value, row })),
  )
}

/** Filter by one of several values. */
export function choice<const K extends string>(key: K, label: string, options: readonly Option[]): Filter<K> {
  const optionOf = (values: FilterValues) => options.find((option) => option.value === values[key])
  return {
    keys: [key],
    label,
    options,
    Field: ({ values, onChange }: FilterFieldProps) => (
      <ChoiceControl
        label={label}
        options={options}
        value={optionOf(values)?.value ?? null}
        onChange={(value) => onChange({ [key]: value ?? '' })}
      />
    ),
    read: (values) => only(key, optionOf(values)?.value),
    sends: (values) => {
      const chosen = optionOf(values)
      return chosen ? [[key, chosen.value]] : []
    },
    describe: (values) => `${label}: ${optionOf(values)?.label ?? ''}`,
    matches: (row, values) => {
      const selected = values[key]
      return !selected || plain(row[key]) === plain(optionOf(values)?.row ?? selected)
    },
  }
}

/** Filter by free text. */
export function textFilter<const K extends string>(key: K, label: string): Filter<K> {
  const textOf = (values: FilterValues) => values[key]?.trim() ?? ''
  return {
    keys: [key],
    label,
    Field: ({ values, onChange }: FilterFieldProps) => (
      <TextControl label={label} value={values[key] ?? ''} onChange={(value) => onChange({ [key]: value })} />
    ),
    read: (values) => only(key, textOf(values)),
    sends: (values) => (textOf(values) === '' ? [] : [[key, textOf(values)]]),
    describe: (values) => `${label}: ${textOf(values)}`,
    matches: (row, values) => plain(row[key]).includes(plain(textOf(values))),
  }
}

/** Filter by a range of days. Both ends are optional, but an end requires a start. `usual` adds a button for each preset. */
export function dayRange(usual?: (today: string) => readonly UsualDays[]): Filter<'startDate' | 'endDate'> {
  return {
    keys: ['startDate', 'endDate'],
    label: 'Date',
    Field: ({ values, onChange }: FilterFieldProps) => (
      <DayRangeFields
        start={values.startDate || null}
        end={values.endDate || null}
        max={today()}
        usual={usual?.(today())}
        onChange={({ start, end }) => onChange({ startDate: start ?? '', endDate: end ?? '' })}
      />
    ),
    read: readDays,
    sends: (values) => {
      const { startDate, endDate } = readDays(values)
      if (!startDate) return []
      return endDate
        ? [
            ['startDate', startDate],
            ['endDate', endDate],
          ]
        : [['startDate', startDate]]
    },
    describe: ({ startDate, endDate }) =>
      endDate ? `Date: ${pickerDay(startDate)} to ${pickerDay(endDate)}` : `Date: from ${pickerDay(startDate)}`,
    matches: isCreatedWithin,
  }
}

/** Returns a filter whose values are kept with the others but never sent, because the list's call does not know them. */
export function notSent(filter: Filter): Filter<never> {
  return { ...filter, sends: () => [] }
}

/** Returns the current day in Lagos. */
export function today(): string {
  return lagosDay(new Date(serverNow()))
}

function only(key: string, value: string | undefined): FilterValues {
  return value ? { [key]: value } : {}
}

function readDays({ startDate, endDate }: FilterValues): FilterValues {
  if (!isPastDay(startDate)) return {}
  return isPastDay(endDate) && endDate >= startDate ? { startDate, endDate } : { startDate }
}

/** Returns whether a text is a valid day that is not in the future. */
export function isPastDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text > today()) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function isCreatedWithin(row: ExportableRow, values: FilterValues): boolean {
  const { startDate, endDate } = readDays(values)
  if (!startDate) return true
  const at = new Date(String(row.createdAt))
  if (Number.isNaN(at.getTime())) return false
  const created = lagosDay(at)
  return created >= startDate && (!endDate || created <= endDate)
}

/** Ignores case: export dialogs use `success` where rows hold `SUCCESS`. */
function plain(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).toUpperCase() : ''
}
