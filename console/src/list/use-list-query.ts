import type { Request } from '@kobo/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { useState } from 'react'
import { currentSession, type SessionState } from '../api/session-store.ts'
import { useSession } from '../api/session.tsx'
import { type PrefetchQuery, apiQueryOptions, useApiQuery } from '../api/use-api-query.ts'
import { type Changing, usePollInterval } from '../api/use-poll-interval.ts'
import type { List } from './define-list.ts'
import type { Fixed, ListCall, ListReply } from './list-call.ts'
import type { Answered, ListContextValue } from './list-context.ts'
import { type ListState, readState } from './list-state.ts'
import { type ListControl, restorableSearch, useListState, viewToOpen } from './use-list-state.ts'

/** Queries a list. `fixed` is part of every request, `tab` of every address that it writes. */
export function useListQuery<Reply extends ListReply, Row>(
  list: List<Reply, Row>,
  fixed: Fixed<string> = {},
  tab?: string,
): ListContextValue<Reply, Row> {
  const control: ListControl = useListState(
    { ...list, tab, defaultView: defaultOf(useSession(), list) },
    placeOf(list, fixed),
  )
  const request = listRequest(list, control, fixed)
  const [changing, setChanging] = useState<Changing>(false)
  const pollMs = usePollInterval(changing)
  const query = useApiQuery(list.call, control.phase === 'ready' ? request : null, { keepPrevious: true, pollMs })
  const stillChanging = query.data !== undefined && changingOf(list, query.data)
  if (stillChanging !== changing) setChanging(stillChanging)

  const isWaiting = query.isPlaceholderData
  const answered = useShownRequest({ state: stateOf(control), request }, query)
  const received = query.data && list.rows(query.data)
  // An empty previous result says nothing about the current request.
  const available = isWaiting && received?.length === 0 ? undefined : received
  return {
    control,
    query,
    request,
    answered,
    isWaiting,
    fixed,
    rows: available && pageOf(available, answered.state),
    total: query.data && available && totalOf(query.data, available.length, answered.state),
    isMore: query.data?.isMore === true,
  }
}

/** Returns the view with which a list begins for this person. */
export function defaultOf(session: SessionState, { name }: { name: string }): string | undefined {
  return session.state === 'signed-in' ? session.user.listDefaults?.[name] : undefined
}

/** Returns how soon the reply may change, which the row that changes soonest decides. */
function changingOf<Reply, Row>({ rows, changes, changesWhile }: List<Reply, Row>, reply: Reply): Changing {
  const all = [changesWhile?.(reply), ...(changes ? rows(reply).map((row) => changes(row)) : [])]
  return all.includes(true) || (all.includes('slow') && 'slow')
}

/** Returns the request of the rows on screen, which is the previous one while new rows load. */
function useShownRequest<Reply>(
  current: Answered<Reply>,
  { data, isPlaceholderData }: Pick<UseQueryResult, 'data' | 'isPlaceholderData'>,
): Answered<Reply> {
  const [before, setBefore] = useState(current)
  if (isPlaceholderData) return before
  if (data !== undefined && JSON.stringify(before) !== JSON.stringify(current)) setBefore(current)
  return current
}

function stateOf({ page, perPage, search, filters }: ListState): ListState {
  return { page, perPage, search, filters }
}

/** Returns the prefetch of a list's first request; null if a view or a remembered search will be opened first. */
export function firstPageQuery<Reply, Row>(
  list: List<Reply, Row>,
  at: { searchStr: string; state: HistoryState },
  fixed?: Fixed<string>,
): PrefetchQuery | null {
  const state = readState(list, at.searchStr, at.state.listFilters)
  if (viewToOpen({ defaultView: defaultOf(currentSession(), list) }, at.searchStr, at.state) !== undefined) return null
  if (restorableSearch(list, placeOf(list, fixed), at.searchStr, at.state) !== '') return null
  return apiQueryOptions(list.call, listRequest(list, state, fixed))
}

/** Returns the storage key of a list with its parameters, so that merchants do not share a remembered search. */
export function placeOf(list: { name: string }, fixed: Fixed<string> = {}): string {
  return [list.name, ...Object.values(fixed)].join('.')
}

type Pair = readonly [string, string]

/** Returns the request for this state, without empty values. */
export function listRequest<Reply, Row>(
  list: List<Reply, Row>,
  state: ListState,
  fixed: Fixed<string> = {},
): Request<ListCall<Reply>> {
  const { search, filters } = list
  const chosen = filters.flatMap((filter) => filter.sends(state.filters))
  return {
    page: state.page,
    size: state.perPage,
    ...list.always,
    ...fixed,
    ...mergeParams(search && state.search !== '' ? [[search.key, state.search]] : [], chosen),
  }
}

/** Merges search and filters. If both use the same key, their words are joined. */
function mergeParams(searched: readonly Pair[], chosen: readonly Pair[]): Record<string, string> {
  const values = new Map(searched)
  for (const [key, value] of chosen) values.set(key, [values.get(key), value].filter(Boolean).join(' '))
  return Object.fromEntries(values)
}

/** Slices the page if a server without pagination returns all rows. */
function pageOf<Row>(rows: readonly Row[], { page, perPage }: ListState): readonly Row[] {
  return rows.length > perPage ? rows.slice((page - 1) * perPage, page * perPage) : rows
}

/** Returns the number of matching records, or a lower bound if the reply does not include it. */
function totalOf(reply: { totalRecords?: number }, rows: number, state: ListState): number {
  const certain = rows > state.perPage ? rows : (state.page - 1) * state.perPage + rows
  return reply.totalRecords ?? (rows === state.perPage ? certain + 1 : certain)
}
