import type { Request } from '@kobo/contract/kit/call'
import type { HistoryState } from '@tanstack/react-router'
import { type Question, question, useCall } from '../api/use-call.ts'
import type { Fixed, List, ListCall } from './define-list.ts'
import { type ListState, readState } from './list-state.ts'
import { recallSearch } from './remembered-search.ts'
import { type ListControl, useListState } from './use-list-state.ts'

/** A list's state together with the reply to it; `fixed` joins every request, `tab` every address that it writes. */
export function useListQuery<Reply, Row>(list: List<Reply, Row>, fixed?: Fixed<string>, tab?: string) {
  const control: ListControl = useListState({ ...list, tab }, memoryOf(list, fixed))
  const request = listRequest(list, control, fixed)
  const query = useCall(list.call, control.phase === 'ready' ? request : null, { keepPrevious: true })
  return { control, query, request }
}

/** What a list asks first at an address; nothing is known where a remembered search may come before. */
export function firstQuestion<Reply, Row>(
  list: List<Reply, Row>,
  at: { searchStr: string; state: HistoryState },
  fixed?: Fixed<string>,
): Question | null {
  const state = readState(list, at.searchStr, at.state.listFilters)
  const mayRestore = list.search && state.search === '' && at.state.listFilters === undefined
  if (mayRestore && recallSearch(memoryOf(list, fixed)) !== '') return null
  return question(list.call, listRequest(list, state, fixed))
}

/** Names its remembered search, so that one merchant's list does not begin with what another's was searched for. */
function memoryOf(list: { name: string }, fixed: Fixed<string> = {}): string {
  return [list.name, ...Object.values(fixed)].join('.')
}

/** What the call is sent for this state: nothing that is empty. */
export function listRequest<Reply, Row>(
  list: List<Reply, Row>,
  state: ListState,
  fixed: Fixed<string> = {},
): Request<ListCall<Reply>> {
  const { search, filters } = list
  return {
    page: state.page,
    size: state.perPage,
    ...list.always,
    ...fixed,
    ...(search && state.search !== '' ? { [search.key]: state.search } : {}),
    ...Object.fromEntries(filters.flatMap((filter) => filter.sends(state.filters))),
  }
}

/** How many records match, or as many as can be told from a reply that does not say. */
export function totalOf(reply: { totalRecords?: number }, rows: number, state: ListState): number {
  const certain = (state.page - 1) * state.perPage + rows
  return reply.totalRecords ?? (rows === state.perPage ? certain + 1 : certain)
}
