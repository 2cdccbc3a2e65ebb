import { lazyComponent } from '../ui/lazy-component.tsx'
import type { Filter, FilterFieldProps, FilterValues, Option } from './filter.ts'

const ChoicesControl = lazyComponent(() => import('./filter-controls.tsx'), 'ChoicesControl')

/** Filter by some of several values, which are stored and sent separated by commas. */
export function choices<const K extends string>(key: K, label: string, options: readonly Option[]): Filter<K> {
  const chosenIn = (values: FilterValues) => {
    const chosen = new Set(values[key]?.split(','))
    return options.filter(({ value }) => chosen.has(value))
  }
  const textOf = (values: FilterValues) =>
    chosenIn(values)
      .map(({ value }) => value)
      .join(',')
  return {
    keys: [key],
    label,
    options,
    Field: ({ values, onChange }: FilterFieldProps) => (
      <ChoicesControl
        label={label}
        options={options}
        value={chosenIn(values).map(({ value }) => value)}
        onChange={(chosen) => onChange({ [key]: chosen.join(',') })}
      />
    ),
    read: (values): FilterValues => {
      const text = textOf(values)
      return text === '' ? {} : { [key]: text }
    },
    sends: (values) => {
      const text = textOf(values)
      return text === '' ? [] : [[key, text]]
    },
    describe: (values) =>
      `${label}: ${chosenIn(values)
        .map((option) => option.label)
        .join(', ')}`,
    matches: (row, values) => {
      const chosen = chosenIn(values)
      return chosen.length === 0 || chosen.some(({ value, row: stored }) => isSame(row[key], stored ?? value))
    },
  }
}

function isSame(stored: unknown, chosen: string): boolean {
  return typeof stored === 'string' && stored.toUpperCase() === chosen.toUpperCase()
}
