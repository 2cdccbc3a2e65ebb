import type { Filter } from './filter.ts'
import { dayRange } from './filter-fields.tsx'

interface Dialogs {
  filters?: readonly Filter[]
  exports?: readonly Filter[]
}

const registry = new Map<string, Dialogs>()
const defaultFilters: readonly Filter[] = [dayRange()]

/** Enters the dialogs of a kind of list; a list without filters of its own gets the default dialog. */
export function registerDialogs(kind: string, dialogs: Dialogs): void {
  registry.set(kind, dialogs)
}

/** The fields of this kind's filter dialog; an unknown kind has the default one, a range of days. */
export function filterFor(kind: string): readonly Filter[] {
  return registry.get(kind)?.filters ?? defaultFilters
}

/** The fields of this kind's export dialog, likewise. */
export function exportFor(kind: string): readonly Filter[] {
  return registry.get(kind)?.exports ?? defaultFilters
}
