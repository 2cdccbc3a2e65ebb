import type { ComponentType } from 'react'
import type { Filter, FilterValues } from './filter.ts'

interface Chosen {
  id: string
  name: string
}

interface PickerProps {
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
}

/**
 * Filter by a record selected in a picker, stored as `key` and sent as `sends`. The name is stored for the chip; if the search
 * params hold the ID only, the chip shows the ID. `propsOf` returns what the picker takes of the dialog's other fields.
 */
export function recordFilter<const K extends string, Props extends object = object>(
  { key, sends, label }: { key: string; sends: K; label: string },
  Picker: ComponentType<PickerProps & Props>,
  propsOf: (values: FilterValues) => Props = () => ({}) as Props,
): Filter<K> {
  const nameKey = `${key}Name`
  const idOf = (values: FilterValues) => values[key] ?? ''
  const nameOf = (values: FilterValues) => values[nameKey] || idOf(values)
  return {
    keys: [key, nameKey],
    label,
    onlyFilters: true,
    Field: ({ values, onChange }) => (
      <Picker
        {...propsOf(values)}
        chosen={idOf(values) ? { id: idOf(values), name: nameOf(values) } : null}
        onChoose={(chosen) => onChange({ [key]: chosen?.id ?? '', [nameKey]: chosen?.name ?? '' })}
      />
    ),
    read: (values): FilterValues => {
      if (!idOf(values)) return {}
      const name = values[nameKey]
      return { [key]: idOf(values), ...(name && { [nameKey]: name }) }
    },
    sends: (values) => (idOf(values) ? [[sends, idOf(values)]] : []),
    describe: (values) => `${label}: ${nameOf(values)}`,
    matches: () => true,
  }
}
