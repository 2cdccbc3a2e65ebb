import type { Filter } from './filter.ts'
import { dayRange } from './filter-fields.tsx'

interface Dialogs {
  filters?: readonly Filter[]
  exports?: readonly Filter[]
}

const registry = new Map<string, Dialogs>()
const defaultFilters: readonly Filter[] = [dayRange()]

/** Registers the dialogs of a list. A list without filters of its own has the default dialog. */
export function registerDialogs(kind: string, dialogs: Dialogs): void {
  registry.set(kind, dialogs)
}

/** Returns the fields of a list's filter dialog; by default a range of days. */
export function filterFor(kind: string): readonly Filter[] {
  return registry.get(kind)?.filters ?? defaultFilters
}

/** Returns the fields of a list's export dialog; by default those of its filter dialog that can match loaded rows. */
export function exportFor(kind: string): readonly Filter[] {
  return registry.get(kind)?.exports ?? filterFor(kind).filter(({ onlyFilters }) => !onlyFilters)
}
