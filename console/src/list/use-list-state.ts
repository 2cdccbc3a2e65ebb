import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { type Address, type Keys, useSearchParams, withKeys } from '../ui/use-search-params.ts'
import type { FilterValues } from './filter.ts'
import { inPageFilters, type ListAddress, type ListState, readState, writeState } from './list-state.ts'
import { recallSearch, rememberSearch } from './remembered-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stands in every entry that a list wrote: the filters that its address does not show. */
    listFilters?: FilterValues
  }
}

export interface ListControl extends ListState {
  /** While a remembered search is on its way into the address: nothing is to be fetched yet. */
  phase: 'restoring' | 'ready'
  /** Goes to this state; whatever is changed but the page leads to page 1. */
  change: (next: Partial<ListState>) => void
  /** Clears the filters. */
  reset: () => void
  /** Where the list stands. */
  address: Address
  /** The address of a page. */
  pageAddress: (page: number) => string
}

/**
 * The state of a list: read from the address and written to it, and kept nowhere else. `memory` names its remembered
 * search, so that one merchant's list does not begin with what another's was searched for.
 */
export function useListState(list: ListAddress & { resetTo?: string }, memory: string): ListControl {
  const router = useRouter()
  const at = useSearchParams()
  const { entry } = at
  const state = readState(list, at.query, at.state.listFilters)
  const restorable = useRestorableSearch(list, memory, at)

  /** Works on the newest address, so that two changes in a row add up, and on none but the list's own. */
  function go(next: Partial<ListState>, way: 'push' | 'replace', keys: Keys = {}) {
    const now = router.latestLocation
    if (now.pathname !== at.pathname) return
    const before = readState(list, now.searchStr, now.state.listFilters)
    const after: ListState = { ...before, page: 1, ...next }
    const query = withKeys(writeState(list, now.searchStr, after), keys)
    router.history[way](at.pathname + query, { listFilters: inPageFilters(list, after.filters) })
  }

  const restore = useEffectEvent(() => go({ search: restorable }, 'replace'))
  useEffect(() => {
    if (restorable === '') seenEntries.add(entry)
    else restore()
  }, [restorable, entry])

  return {
    ...state,
    phase: restorable === '' ? 'ready' : 'restoring',
    change(next) {
      if (next.search !== undefined && list.search) rememberSearch(memory, next.search)
      // Typing on refines the same question: Back should leave it in one step.
      const refines = Boolean(next.search && state.search)
      go(next, refines ? 'replace' : 'push')
    },
    address: at,
    reset: () => go({ filters: {} }, 'push', list.resetTo === undefined ? {} : { status: list.resetTo }),
    pageAddress: (page) => at.pathname + writeState(list, at.query, { ...state, page }),
  }
}

/** Entries that were shown before: coming Back to one is no fresh visit. */
const seenEntries = new Set<string>()

/** The remembered search that this visit should begin with, or nothing. */
function useRestorableSearch(list: ListAddress, memory: string, at: Address): string {
  return seenEntries.has(at.entry) ? '' : restorableSearch(list, memory, at.query, at.state)
}

/**
 * The remembered search with which a fresh visit to this address begins. A link that says more than the tab leads to what
 * it names: nothing narrows that.
 */
export function restorableSearch(list: ListAddress, memory: string, query: string, state: HistoryState): string {
  const isPlain = [...new URLSearchParams(query).keys()].every((key) => key === 'status')
  return list.search && isPlain && state.listFilters === undefined ? recallSearch(memory) : ''
}
