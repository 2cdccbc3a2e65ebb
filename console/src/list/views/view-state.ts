import { defaultPageSize, pageSizes } from '@kobo/contract/kit/page'
import { daysOfViews, type ViewDays } from '@kobo/contract/kit/date-presets'
import type { View, ViewLook, ViewQuery } from '@kobo/contract/views'
import type { ListWithState } from '../enclosing-list.ts'
import { type Filter, type FilterValues, isChosen, readFilters } from '../filter.ts'
import type { ListReply, ListRow } from '../list-call.ts'
import type { ListState } from '../list-state.ts'
import { listRequest } from '../use-list-query.ts'
import { matchingDays } from './view-days.ts'

type OfList = { filters: readonly Filter[]; search?: object }

/** State without the page. */
export type Shown = Pick<ListState, 'search' | 'perPage' | 'filters'>

/** What a view shows in a list today, and what of it the list does not know any longer. */
export interface ViewInList {
  state: ListState
  leftOut: string[]
}

/** Reads a view as the list reads its search params: each value that it does not accept is left out. */
export function readView(list: OfList, { query, days }: Pick<View, 'query' | 'days'>, today: string): ViewInList {
  const relative = daysOfViews(today).find(({ value }) => value === days)
  const stored: FilterValues = {
    ...query.filters,
    ...(relative && { startDate: relative.start, endDate: relative.end }),
  }
  const filters = readFilters(list.filters, stored)
  const labelOf = (key: string) => list.filters.find(({ keys }) => keys.includes(key))?.label ?? key
  const dropped = Object.keys(stored).filter((key) => stored[key] && !filters[key])
  const isSearchable = list.search !== undefined
  if (query.search && !isSearchable) dropped.push('search')
  if (days != null && !relative) dropped.push('date')
  return {
    state: {
      page: 1,
      perPage: pageSizes.find((size) => size === query.perPage) ?? defaultPageSize,
      search: isSearchable ? (query.search?.trim() ?? '') : '',
      filters,
    },
    leftOut: [...new Set(dropped.map(labelOf))],
  }
}

/** Returns what a view keeps of a list's state. `days` replaces the dates. */
export function queryOf({ search, perPage, filters }: Shown, days: ViewDays | null): ViewQuery {
  const kept = Object.entries(filters).flatMap(([key, value]) =>
    value && !(days !== null && isDate(key)) ? [[key, value] as const] : [],
  )
  return { ...(search && { search }), perPage, filters: Object.fromEntries(kept) }
}

/** Returns by what the server counts the rows of a view; nothing for a list on the page of a record, which lists its own rows only. */
export function sourceOf({ list, shown: { control, fixed } }: ListWithState, days: ViewDays | null) {
  if (Object.keys(fixed).length > 0) return {}
  const { page: _page, size: _size, ...sent } = listRequest<ListReply, ListRow>(list, control)
  const filters = Object.entries(sent).filter(([key]) => !(days !== null && isDate(key)))
  const status = new URLSearchParams(control.address.query).get('status')
  const request = Object.fromEntries(filters.map(([key, value]) => [key, String(value)]))
  return { source: { address: control.address.pathname + (status === null ? '' : `?status=${status}`), request } }
}

function isDate(key: string): boolean {
  return key === 'startDate' || key === 'endDate'
}

/** Returns the columns and the density that a list shows, for a view to keep. */
export function lookOf(
  { columns }: { columns: readonly { title: string }[] },
  { hidden, density }: ViewLook,
): { look: ViewLook } {
  const known = columns.map(({ title }) => title)
  return { look: { hidden: known.filter((title) => hidden.includes(title)), density } }
}

/** Returns whether a list looks as its view; one without a look leaves that to whoever opens it. */
export function isSameLook(one: ViewLook, ofView: View['look']): boolean {
  const textOfLook = ({ hidden, density }: ViewLook) => JSON.stringify([hidden.toSorted(), density])
  return !ofView || textOfLook(one) === textOfLook(ofView)
}

/** Returns whether two states list the same. */
export function isSameState(one: Shown, other: Shown): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ search, perPage, filters }: Shown): string {
  const chosen = Object.entries(filters).filter(([, value]) => value)
  return JSON.stringify([search, perPage, chosen.sort(([one], [other]) => (one < other ? -1 : 1))])
}

/** Returns the days that a view goes on with: its own if the list still shows them, else the first that the list shows. */
export function daysOf(today: string, filters: FilterValues, before: string | null | undefined): ViewDays | null {
  const matching = matchingDays(today, filters)
  return (matching.find(({ value }) => value === before) ?? matching[0])?.value ?? null
}

const maxName = 60

/** Proposes a name: the words of the filters, of the days and of the search, as far as a name has room for them. */
export function proposedName({ filters }: OfList, { search, filters: values }: Shown, today: string): string {
  const [days] = matchingDays(today, values)
  const chosen = filters.filter((filter) => isChosen(filter, values) && !(days && filter.keys.some(isDate)))
  const words = [...chosen.map(({ describe }) => describe(values)), days?.label.toLowerCase(), search].filter(Boolean)
  return words.reduce<string>((name, word) => {
    const longer = name === '' ? `${word}` : `${name}, ${word}`
    return longer.length > maxName ? name : longer
  }, '')
}
