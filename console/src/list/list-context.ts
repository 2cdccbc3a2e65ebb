import type { Request } from '@kobo/contract/kit/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Context, use } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { Fixed, ListCall } from './list-call.ts'
import type { ListState } from './list-state.ts'
import type { ListControl } from './use-list-state.ts'

/** A list's state together with the answer to it. */
export interface ListShown<Reply, Row> {
  control: ListControl
  query: UseQueryResult<Reply, ApiError>
  /** What is asked. */
  request: Request<ListCall<Reply>>
  /** What the rows that are shown answer: the same, but while the next ones are on their way. */
  answered: Answered<Reply>
  /** Whether other rows have been asked for and are not here yet. */
  isWaiting: boolean
  /** What joins every request, such as the merchant whose page the list stands on. */
  fixed: Fixed<string>
  /** Missing while the first ones are on their way. */
  rows: readonly Row[] | undefined
  /** How many match, or as many as can be told from a reply that does not say. */
  total: number | undefined
  /** There are more than were counted. */
  isMore: boolean
}

/** What a list was asked, and in which state it asked that. */
export interface Answered<Reply> {
  state: ListState
  request: Request<ListCall<Reply>>
}

interface Standing<Reply, Row> {
  name: string
  Shown: Context<ListShown<Reply, Row> | null>
}

/** What is shown of the list that stands around. */
export function useListShown<Reply, Row>(list: Standing<Reply, Row>): ListShown<Reply, Row> {
  const shown = use(list.Shown)
  if (!shown) throw new Error(`The list ${list.name} does not stand around`)
  return shown
}
