import { lazyComponent } from '../ui/lazy-component.tsx'
import { pickerDay } from '../ui/dates.tsx'
import type { Filter, FilterFieldProps, FilterValues } from './filter.ts'
import { isPastDay, today } from './filter-fields.tsx'

const DateField = lazyComponent(() => import('../ui/date-input.tsx'), 'DateField')

/** Filter by one day. Loaded rows are compared by the key's value. */
export function dayFilter<const K extends string>(key: K, label: string): Filter<K> {
  const dayOf = (values: FilterValues) => (isPastDay(values[key]) ? values[key] : undefined)
  return {
    keys: [key],
    label,
    Field: ({ values, onChange }: FilterFieldProps) => (
      <DateField
        label={label}
        value={dayOf(values) ?? null}
        max={today()}
        onChange={(day) => onChange({ [key]: day ?? '' })}
      />
    ),
    read: (values): FilterValues => {
      const day = dayOf(values)
      return day === undefined ? {} : { [key]: day }
    },
    sends: (values) => {
      const day = dayOf(values)
      return day === undefined ? [] : [[key, day]]
    },
    describe: (values) => `${label}: ${pickerDay(values[key])}`,
    matches: (row, values) => !values[key] || row[key] === values[key],
  }
}
