import type { ComponentType, ReactNode } from 'react'

/** The keys of the product's filter value. A call's own name for one of them stands in the list that sends it. */
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

/** What is chosen, by key; days are written `yyyy-MM-dd`. A key without a choice is absent or empty. */
export type FilterValues = Readonly<Partial<Record<FilterKey | (string & {}), string>>>

export interface FilterFieldProps {
  values: FilterValues
  /** Takes what changes; an empty text clears. */
  onChange: (changed: FilterValues) => void
}

export interface Option {
  /** Sent and kept exactly as written. */
  value: string
  label: string
  /** What rows hold instead. */
  row?: string
}

/** One field of a filter or export dialog. `K`: the keys of the call's query that it may send. */
export interface Filter<K extends string = string> {
  /** The keys that its values are kept under. */
  keys: readonly string[]
  label: string
  /** What there is to choose from, where that is fixed. */
  options?: readonly Option[]
  Field: ComponentType<FilterFieldProps>
  /** Keeps of these values what this field could have chosen. */
  read: (values: FilterValues) => FilterValues
  /** What the call is sent for these values. */
  sends: (values: FilterValues) => readonly (readonly [K, string])[]
  /** Fills in names that an address does not hold, before a chip describes the values. */
  Named?: ComponentType<{ values: FilterValues; children: (named: FilterValues) => ReactNode }>
  /** What a chip says of these values. */
  describe: (values: FilterValues) => string
  /** Whether a row that is already here fits these values. */
  matches: (row: ExportableRow, values: FilterValues) => boolean
}

export type ExportableRow = Readonly<Record<string, unknown>>

/** The values that these fields understand, and nothing else. */
export function readFilters(filters: readonly Filter[], values: FilterValues): FilterValues {
  return Object.fromEntries(filters.flatMap((filter) => Object.entries(filter.read(values))))
}

/** Whether anything is chosen in this field. */
export function isChosen(filter: Filter, values: FilterValues): boolean {
  return filter.keys.some((key) => Boolean(values[key]))
}

/** These values without this field's own. */
export function without(filter: Filter, values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !filter.keys.includes(key)))
}
