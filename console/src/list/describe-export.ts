import type { Mode } from '@kobo/contract/kit/mode'
import { exportFor } from './dialog-registry.ts'
import { type Filter, type FilterValues, isChosen } from './filter.ts'

/** Of which mode rows are, what their list was narrowed to, and what was chosen of them. */
export interface Narrowed {
  mode: Mode | undefined
  search: string
  filters: FilterValues
  chosen: FilterValues
}

export interface NamedList {
  name: string
  filters: readonly Filter[]
}

/** What the name of a file says of its rows beside their list, the mode and the day. */
export function fileWords(list: NamedList, { search, filters, chosen }: Omit<Narrowed, 'mode'>): string[] {
  const told = (fields: readonly Filter[], values: FilterValues) =>
    fields.filter((field) => isChosen(field, values)).map((field) => field.describe(values))
  return [search, ...told(list.filters, filters), ...told(exportFor(list.name), chosen)].filter((word) => word !== '')
}
