import { defaultPageSize, pageSizes } from '@kobo/contract/kit/page'
import { type Filter, type FilterValues, readFilters } from './filter.ts'

export type PageSize = (typeof pageSizes)[number]

/** All that a list can be asked. */
export interface ListState {
  page: number
  perPage: PageSize
  search: string
  filters: FilterValues
}

/** What of a list decides how its state is written. */
export interface ListAddress {
  filters: readonly Filter[]
  urlNames?: Partial<Record<string, string>>
  search?: object
  /** The tab that it stands in, the page's `status`. */
  tab?: string | undefined
}

/** Reads the state from an address's query and from what its history entry holds; a bad value falls back alone. */
export function readState(list: ListAddress, query: string, inPage: FilterValues = {}): ListState {
  const params = new URLSearchParams(query)
  const written: Record<string, string> = {}
  for (const key of keysOf(list)) {
    const urlName = list.urlNames?.[key]
    written[key] = (urlName === undefined ? inPage[key] : params.get(urlName)) ?? ''
  }
  return {
    page: readPage(params.get('page')),
    perPage: pageSizes.find((size) => String(size) === params.get('perPage')) ?? defaultPageSize,
    search: list.search ? (params.get('search') ?? '').trim() : '',
    filters: readFilters(list.filters, written),
  }
}

/** Writes the state into a query, leaving alone what is not the list's; a query that tells it already stays as it is. */
export function writeState(list: ListAddress, query: string, state: ListState): string {
  if (isTold(list, query, state)) return query
  const params = new URLSearchParams(query)
  if (list.tab !== undefined && !params.has('status')) params.set('status', list.tab)
  params.set('page', String(state.page))
  params.set('perPage', String(state.perPage))
  params.set('itemOffset', String((state.page - 1) * state.perPage))
  put(params, 'search', list.search ? state.search : '')
  for (const key of keysOf(list)) {
    const urlName = list.urlNames?.[key]
    if (urlName !== undefined) put(params, urlName, state.filters[key])
  }
  return `?${params}`
}

/** Whether all of the state that an address keeps stands in this one. */
function isTold(list: ListAddress, query: string, { page, perPage, search, filters }: ListState): boolean {
  const told = readState(list, query)
  const isFiltered = keysOf(list).some(
    (key) => list.urlNames?.[key] !== undefined && (told.filters[key] ?? '') !== (filters[key] ?? ''),
  )
  return told.page === page && told.perPage === perPage && told.search === search && !isFiltered
}

/** The filters that the history entry keeps, because the address does not. */
export function inPageFilters(list: ListAddress, filters: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(filters).filter(([key]) => list.urlNames?.[key] === undefined))
}

function keysOf(list: ListAddress): string[] {
  return list.filters.flatMap((filter) => filter.keys)
}

function put(params: URLSearchParams, name: string, value: string | undefined): void {
  if (value) params.set(name, value)
  else params.delete(name)
}

function readPage(raw: string | null): number {
  return raw !== null && /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : 1
}
