import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FilterValues } from './filter.ts'
import { inPageFilters, type ListAddress, type ListState, readState, writeState } from './list-state.ts'
import { recallSearch, rememberSearch } from './remembered-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stands in every entry that a list wrote: the filters that its address does not show. */
    listFilters?: FilterValues
    /** The address was opened from a list that stands under it. */
    openedHere?: boolean
  }
}

export interface ListControl extends ListState {
  /** While a remembered search is on its way into the address: nothing is to be fetched yet. */
  phase: 'restoring' | 'ready'
  /** Goes to this state; whatever is changed but the page leads to page 1. */
  change: (next: Partial<ListState>) => void
  /** Clears the filters. */
  reset: () => void
  /** Names what is asked: the same text, the same rows. */
  question: string
  /** Names the history entry. */
  entry: string
  /** Leaves for another address; a panel over the list keeps the list as it is. */
  visit: (address: string) => void
  /** The address of a page. */
  pageAddress: (page: number) => string
  /** The present address with these keys added. */
  addressWith: (keys: Record<string, string>) => string
}

/**
 * The state of a list: read from the address and written to it, and kept nowhere else. `memory` names its remembered
 * search, so that one merchant's list does not begin with what another's was searched for.
 */
export function useListState(list: ListAddress & { resetTo?: string }, memory: string): ListControl {
  const router = useRouter()
  const at = useOwnLocation()
  const state = readState(list, at.searchStr, at.state.listFilters)
  const entry = entryOf(at)
  const restorable = useRestorableSearch(list, memory, at, state)

  /** Works on the newest address, so that two changes in a row add up, and on none but the list's own. */
  function go(next: Partial<ListState>, way: 'push' | 'replace', keys: Record<string, string> = {}) {
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
    question: `${at.searchStr} ${JSON.stringify(state.filters)}`,
    entry,
    visit(address) {
      const staysHere = address.startsWith(`${at.pathname}?`)
      router.history.push(address, staysHere ? { listFilters: at.state.listFilters ?? {}, openedHere: true } : {})
    },
    reset: () => go({ filters: {} }, 'push', list.resetTo === undefined ? {} : { status: list.resetTo }),
    pageAddress: (page) => at.pathname + writeState(list, at.searchStr, { ...state, page }),
    addressWith: (keys) => at.pathname + withKeys(at.searchStr, keys),
  }
}

/** A query with these keys set; without any it stays as it is written. */
function withKeys(query: string, keys: Record<string, string>): string {
  if (Object.keys(keys).length === 0) return query
  const params = new URLSearchParams(query)
  for (const [key, value] of Object.entries(keys)) params.set(key, value)
  return `?${params}`
}

/** The location while it is this screen's: a screen that is being left must not read the next one's address. */
export function useOwnLocation() {
  const current = useLocation()
  const [own, setOwn] = useState(current)
  if (current.pathname !== own.pathname) return own
  if (current !== own) setOwn(current)
  return current
}

type OwnLocation = ReturnType<typeof useOwnLocation>

/** Entries that were shown before: coming Back to one is no fresh visit. */
const seenEntries = new Set<string>()

/** Names the history entry. */
function entryOf(at: OwnLocation): string {
  return at.state.__TSR_key ?? ''
}

/** The remembered search that this visit should begin with, or nothing. */
function useRestorableSearch(list: ListAddress, memory: string, at: OwnLocation, state: ListState): string {
  if (!list.search || state.search !== '') return ''
  const isFresh = at.state.listFilters === undefined && !seenEntries.has(entryOf(at))
  return isFresh ? recallSearch(memory) : ''
}
