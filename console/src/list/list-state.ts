import { defaultPageSize, pageSizes } from '@kobo/contract/kit/page'
import { type Filter, type FilterValues, readFilters } from './filter.ts'

export type PageSize = (typeof pageSizes)[number]

/** Everything that a list's request depends on. */
export interface ListState {
  page: number
  perPage: PageSize
  search: string
  filters: FilterValues
}

/** Parts of a list that determine how its state is encoded in the URL. */
export interface ListAddress {
  filters: readonly Filter[]
  urlNames?: Partial<Record<string, string>>
  search?: object
  /** Tab of the list, the page's `status`. */
  tab?: string | undefined
  /** Id of the view with which the list begins. */
  defaultView?: string | undefined
}

/** Parses the state from search params and history entry. Invalid values fall back individually. */
export function readState(list: ListAddress, query: string, inPage: FilterValues = {}): ListState {
  const params = new URLSearchParams(query)
  const values: Record<string, string> = {}
  for (const key of keysOf(list)) {
    const urlName = list.urlNames?.[key]
    values[key] = (urlName === undefined ? inPage[key] : params.get(urlName)) ?? ''
  }
  return {
    page: readPage(params.get('page')),
    perPage: pageSizes.find((size) => String(size) === params.get('perPage')) ?? defaultPageSize,
    search: list.search ? (params.get('search') ?? '').trim() : '',
    filters: readFilters(list.filters, values),
  }
}

/** Encodes the state in the search params and keeps those of others. Equivalent search params are returned unchanged. */
export function writeState(list: ListAddress, query: string, state: ListState): string {
  if (isEncoded(list, query, state)) return query
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

/** Returns whether the search params already encode this state. */
function isEncoded(list: ListAddress, query: string, { page, perPage, search, filters }: ListState): boolean {
  const current = readState(list, query)
  const isFiltered = keysOf(list).some(
    (key) => list.urlNames?.[key] !== undefined && (current.filters[key] ?? '') !== (filters[key] ?? ''),
  )
  return current.page === page && current.perPage === perPage && current.search === search && !isFiltered
}

/** Returns the filters kept in the history entry, because the URL has no search param for them. */
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
