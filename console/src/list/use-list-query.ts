import type { Request } from '@kobo/contract/kit/call'
import { useCall } from '../api/use-call.ts'
import type { Fixed, List, ListCall } from './define-list.ts'
import type { ListState } from './list-state.ts'
import { type ListControl, useListState } from './use-list-state.ts'

/** A list's state together with the reply to it; `fixed` joins every request, `tab` every address that it writes. */
export function useListQuery<Reply, Row>(list: List<Reply, Row>, fixed?: Fixed<string>, tab?: string) {
  const memory = [list.name, ...Object.values(fixed ?? {})].join('.')
  const control: ListControl = useListState({ ...list, tab }, memory)
  const request = listRequest(list, control, fixed)
  const query = useCall(list.call, control.phase === 'ready' ? request : null, { keepPrevious: true })
  return { control, query, request }
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
