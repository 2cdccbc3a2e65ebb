import { createContext } from 'react'
import type { List } from './define-list.ts'
import type { ListReply, ListRow } from './list-call.ts'
import type { ListContextValue } from './list-context.ts'

/** A list, whatever its rows, with its state. */
export interface ListWithState {
  list: List<ListReply, ListRow>
  shown: ListContextValue<ListReply, ListRow>
}

/** The enclosing list, for what all lists have in common, such as the steps of their panels. */
export const EnclosingList = createContext<ListWithState | null>(null)
