import type { Request } from '@kobo/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Context, use } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { Fixed, ListCall } from './list-call.ts'
import type { ListState } from './list-state.ts'
import type { ListControl } from './use-list-state.ts'

/** State of a list with its response. */
export interface ListContextValue<Reply, Row> {
  control: ListControl
  query: UseQueryResult<Reply, ApiError>
  /** Current request. */
  request: Request<ListCall<Reply>>
  /** Request and state of the rows on screen, which differ from the current ones while new rows load. */
  answered: Answered<Reply>
  /** Whether the current request's rows are still loading. */
  isWaiting: boolean
  /** Parameters of every request, such as the merchant whose page contains the list. */
  fixed: Fixed<string>
  /** Undefined while the first rows load. */
  rows: readonly Row[] | undefined
  /** Number of matching records, or a lower bound if the reply does not include it. */
  total: number | undefined
  /** More records match than were counted. */
  isMore: boolean
}

/** A request of the list, and the state for which it was sent. */
export interface Answered<Reply> {
  state: ListState
  request: Request<ListCall<Reply>>
}

interface Standing<Reply, Row> {
  name: string
  Shown: Context<ListContextValue<Reply, Row> | null>
}

/** Returns the state of the enclosing list. */
export function useListContext<Reply, Row>(list: Standing<Reply, Row>): ListContextValue<Reply, Row> {
  const shown = use(list.Shown)
  if (!shown) throw new Error(`The list ${list.name} is not mounted around this component`)
  return shown
}
