import type { Mode } from '@kobo/contract/kit/mode'
import { exportFor } from './dialog-registry.ts'
import { type Filter, type FilterValues, isChosen } from './filter.ts'

/** Mode, search and filters of the exported rows, and the choices of the export dialog. */
export interface ExportScope {
  mode: Mode | undefined
  search: string
  filters: FilterValues
  chosen: FilterValues
}

export interface NamedList {
  name: string
  filters: readonly Filter[]
}

/** Returns the parts of an export's name for its search, filters and choices. */
export function fileTexts(list: NamedList, { search, filters, chosen }: Omit<ExportScope, 'mode'>): string[] {
  const describe = (fields: readonly Filter[], values: FilterValues) =>
    fields.filter((field) => isChosen(field, values)).map((field) => field.describe(values))
  return [search, ...describe(list.filters, filters), ...describe(exportFor(list.name), chosen)].filter(
    (part) => part !== '',
  )
}
