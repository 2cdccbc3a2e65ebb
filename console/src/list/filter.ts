import type { ComponentType, ReactNode } from 'react'

/** Keys of the specification's filter value. Each list maps them to its call's own names. */
export type FilterKey =
  | 'status'
  | 'category'
  | 'type'
  | 'merchant'
  | 'merchantId'
  | 'name'
  | 'frequency'
  | 'date'
  | 'startDate'
  | 'endDate'
  | 'subaccountId'
  | 'wallet'
  | 'paymentMethod'

/** Filter values by key; days as `yyyy-MM-dd`. A key without a value is absent or empty. */
export type FilterValues = Readonly<Partial<Record<FilterKey | (string & {}), string>>>

export interface FilterFieldProps {
  values: FilterValues
  /** Receives the changed keys; an empty text clears a value. */
  onChange: (changed: FilterValues) => void
}

export interface Option {
  /** Sent and stored exactly as written. */
  value: string
  label: string
  /** Value that rows hold instead. */
  row?: string
}

/** Field of a filter or export dialog. `K` are the query keys that it may send. */
export interface Filter<K extends string = string> {
  /** Keys under which its values are stored. */
  keys: readonly string[]
  label: string
  /** Offered by filter dialogs only, because rows lack its value. */
  onlyFilters?: true
  /** Fixed options, if any. */
  options?: readonly Option[]
  Field: ComponentType<FilterFieldProps>
  /** Keeps the values that this field could have produced. */
  read: (values: FilterValues) => FilterValues
  /** Returns the query parameters for these values. */
  sends: (values: FilterValues) => readonly (readonly [K, string])[]
  /** Resolves names that the search params lack before a chip describes the values. */
  Named?: ComponentType<{ values: FilterValues; children: (named: FilterValues) => ReactNode }>
  /** Returns the text of the chip. */
  describe: (values: FilterValues) => string
  /** Returns whether a loaded row matches these values. */
  matches: (row: ExportableRow, values: FilterValues) => boolean
}

export type ExportableRow = Readonly<Record<string, unknown>>

/** Returns the values that these fields accept and drops all others. */
export function readFilters(filters: readonly Filter[], values: FilterValues): FilterValues {
  return Object.fromEntries(filters.flatMap((filter) => Object.entries(filter.read(values))))
}

/** Returns whether this field has a value. */
export function isChosen(filter: Filter, values: FilterValues): boolean {
  return filter.keys.some((key) => Boolean(values[key]))
}

/** Removes this field's values. */
export function without(filter: Filter, values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !filter.keys.includes(key)))
}
