import type { Request } from '@kobo/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { use, useState } from 'react'
import type { ApiFailure } from '../api/failure.ts'
import { type Question, question, useCall } from '../api/use-call.ts'
import { usePollMs } from '../api/use-poll-ms.ts'
import type { Fixed, List, ListCall, ListReply } from './define-list.ts'
import { type ListState, readState } from './list-state.ts'
import { recallSearch } from './remembered-search.ts'
import { type ListControl, useListState } from './use-list-state.ts'

/** A list's state together with the answer to it. */
export interface ListShown<Reply, Row> {
  control: ListControl
  query: UseQueryResult<Reply, ApiFailure>
  /** What is asked. */
  request: Request<ListCall<Reply>>
  /** What joins every request, such as the merchant whose page the list stands on. */
  fixed: Fixed<string>
  /** Missing while the first ones are on their way. */
  rows: readonly Row[] | undefined
  /** How many match, or as many as can be told from a reply that does not say. */
  total: number | undefined
}

/** What is shown of the list that stands around. */
export function useListShown<Reply, Row>(list: List<Reply, Row>): ListShown<Reply, Row> {
  const shown = use(list.Shown)
  if (!shown) throw new Error(`The list ${list.name} does not stand around`)
  return shown
}

/** Asks for a list; `fixed` joins every request, `tab` every address that it writes. */
export function useListQuery<Reply extends ListReply, Row>(
  list: List<Reply, Row>,
  fixed: Fixed<string> = {},
  tab?: string,
): ListShown<Reply, Row> {
  const control: ListControl = useListState({ ...list, tab }, memoryOf(list, fixed))
  const request = listRequest(list, control, fixed)
  const [changing, setChanging] = useState(false)
  const pollMs = usePollMs(changing)
  const query = useCall(list.call, control.phase === 'ready' ? request : null, { keepPrevious: true, pollMs })
  const stillChanging = query.data !== undefined && list.changes?.(query.data) === true
  if (stillChanging !== changing) setChanging(stillChanging)

  const rows = query.data && list.rows(query.data)
  return {
    control,
    query,
    request,
    fixed,
    rows,
    total: query.data && rows && totalOf(query.data, rows.length, control),
  }
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
function totalOf(reply: { totalRecords?: number }, rows: number, state: ListState): number {
  const certain = (state.page - 1) * state.perPage + rows
  return reply.totalRecords ?? (rows === state.perPage ? certain + 1 : certain)
}
