import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { View, ViewLook } from '@kobo/contract/views'
import { type Address, type Keys, useSearchParams, withKeys } from '../ui/use-search-params.ts'
import type { FilterValues } from './filter.ts'
import { type ListAddress, type ListState, inPageFilters, readState, writeState } from './list-state.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Filters without a search param, stored in every entry that a list writes. */
    listFilters?: FilterValues
    /** What the entry shows of the view in the search params besides its query. */
    viewShown?: ViewShown | null | undefined
  }
}

/** Version of a view, and its columns and density as they were changed since; without a look, the browser's are shown. */
type ViewShown = Pick<View, 'version' | 'look'>

export interface ListControl extends ListState {
  /**
   * `restoring` while a remembered search is written to the URL, `opening` while the view of a link or the default one is read; nothing is fetched
   * until then.
   */
  phase: 'restoring' | 'opening' | 'ready'
  /** Id of the view that is read. */
  opening: string | undefined
  /** Id of the chosen view, and its version on screen. */
  view: string | undefined
  viewVersion: number | undefined
  look: View['look']
  changeLook: (look: ViewLook) => void
  /** Shows the state of a view and remembers which, or of none. It never becomes the remembered search. */
  openView: (
    state: Partial<ListState>,
    view: Pick<View, 'id' | 'version' | 'look'> | null,
    way: 'push' | 'replace',
  ) => void
  /** Navigates to this state. Every change but the page's own resets to page 1. */
  change: (next: Partial<ListState>) => void
  /** Clears the filters. */
  reset: () => void
  /** Location of the list. */
  address: Address
  /** Returns the address of a state, on page 1 unless it names another. */
  addressOf: (next: Partial<ListState>) => string
}

/**
 * State of a list, kept in the URL and the history entry only. `memory` names its remembered search, so that merchants do not
 * share one.
 */
export function useListState(list: ListAddress & { resetTo?: string }, memory: string): ListControl {
  const router = useRouter()
  const at = useSearchParams()
  const { entry } = at
  const { view } = at.search
  const state = readState(list, at.query, at.state.listFilters)
  const opening = viewToOpen(seenEntries.has(entry) ? {} : list, at.query, at.state)
  const remembered = useRestorableSearch(list, memory, at)
  const restorable = opening === undefined ? remembered : ''

  /** Starts from the latest location, so that consecutive changes add up. Does nothing after leaving the list's path. */
  function go(next: Partial<ListState>, way: 'push' | 'replace', keys: Keys = {}, shown?: ViewShown | null) {
    const now = router.latestLocation
    if (now.pathname !== at.pathname) return
    const before = readState(list, now.searchStr, now.state.listFilters)
    const after: ListState = { ...before, page: 1, ...next }
    const query = withKeys(writeState(list, now.searchStr, after), keys)
    const viewShown = shown === undefined ? now.state.viewShown : shown
    router.history[way](at.pathname + query, { listFilters: inPageFilters(list, after.filters), viewShown })
  }

  const restore = useEffectEvent(() => go({ search: restorable }, 'replace'))
  useEffect(() => {
    if (opening !== undefined) return
    if (restorable === '') seenEntries.add(entry)
    else restore()
  }, [opening, restorable, entry])

  return {
    ...state,
    phase: opening !== undefined ? 'opening' : restorable === '' ? 'ready' : 'restoring',
    opening,
    view,
    viewVersion: at.state.viewShown?.version,
    look: at.state.viewShown?.look,
    changeLook: (look) =>
      at.state.viewShown && go({ page: state.page }, 'replace', {}, { ...at.state.viewShown, look }),
    openView: (next, chosen, way) =>
      go(next, way, { view: chosen?.id }, chosen && { version: chosen.version, look: chosen.look }),
    change(next) {
      if (next.search !== undefined && list.search) rememberSearch(memory, next.search)
      // Further typing refines the same search, so one step Back leaves it.
      const refines = Boolean(next.search && state.search)
      go(next, refines ? 'replace' : 'push')
    },
    address: at,
    reset: () => go({ filters: {} }, 'push', list.resetTo === undefined ? {} : { status: list.resetTo }),
    addressOf: (next) => at.pathname + writeState(list, at.query, { ...state, page: 1, ...next }),
  }
}

/** Returns the view that an address names, or the default if it has no search params but the tab; none once a list has shown it. */
export function viewToOpen({ defaultView }: Pick<ListAddress, 'defaultView'>, query: string, state: HistoryState) {
  if (state.listFilters !== undefined) return undefined
  return new URLSearchParams(query).get('view') ?? (isPlain(query) ? defaultView : undefined)
}

function isPlain(query: string): boolean {
  return [...new URLSearchParams(query).keys()].every((key) => key === 'status')
}

/** Entries shown before. Returning to one with Back does not restore a search. */
const seenEntries = new Set<string>()

/** Returns the remembered search to restore on this visit, or an empty text. */
function useRestorableSearch(list: ListAddress, memory: string, at: Address): string {
  return seenEntries.has(at.entry) ? '' : restorableSearch(list, memory, at.query, at.state)
}

/**
 * Returns the remembered search with which a new visit starts. Links with more search params than the tab restore none, because
 * they define their own result.
 */
export function restorableSearch(list: ListAddress, memory: string, query: string, state: HistoryState): string {
  return list.search && isPlain(query) && state.listFilters === undefined ? recallSearch(memory) : ''
}

/** Stores a list's last search text; an empty text removes it. */
function rememberSearch(list: string, search: string): void {
  if (search === '') localStorage.removeItem(storageKey(list))
  else localStorage.setItem(storageKey(list), search)
}

/** Returns a list's last search text. */
function recallSearch(list: string): string {
  return localStorage.getItem(storageKey(list))?.trim() ?? ''
}

function storageKey(list: string): string {
  return `kobo.list.${list}.search`
}
