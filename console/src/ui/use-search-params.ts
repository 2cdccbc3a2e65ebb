import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was pushed from the one below it, so closing goes back. */
    openedHere?: boolean
  }
}

/** Search params as texts. */
export type Texts = Readonly<Partial<Record<string, string>>>

/** Search params to set, and those to remove. */
export type Keys = Readonly<Record<string, string | undefined>>

/** Returns the search params of a query string; empty and overlong values are dropped. */
export function readSearchParams(query: string): Texts {
  return Object.fromEntries(
    [...new URLSearchParams(query)].filter(([, value]) => value !== '' && value.length <= maxLength),
  )
}

const maxLength = 2_000

/** Returns the search params of the calling screen while it is mounted, never those of the next screen. */
export function useSearchParams() {
  const router = useRouter()
  const at = useOwnLocation()
  const search = readSearchParams(at.searchStr)

  return {
    pathname: at.pathname,
    search,
    /** Query string as written. */
    query: at.searchStr,
    state: at.state,
    /** Key of the history entry. */
    entry: at.state.__TSR_key ?? '',
    /** Returns the current address with these search params changed. */
    with: (keys: Keys) => at.pathname + withKeys(at.searchStr, keys),
    /** Returns the path with only these search params. */
    only: (keys: Keys) => at.pathname + withKeys('', keys),
    /** Navigates to an address. If its path is this screen's own, Back closes what was opened. */
    open(address: string) {
      const isHere = address.startsWith(`${at.pathname}?`)
      router.history.push(address, isHere ? { ...preservedState(at.state), openedHere: true } : {})
    },
    /** Replaces the open record by another. Back closes it like the first. */
    turn(keys: Keys) {
      const { openedHere } = at.state
      const state = { ...preservedState(at.state), ...(openedHere && { openedHere }) }
      router.history.replace(at.pathname + withKeys(at.searchStr, keys), state)
    },
    /** Removes search params. Goes back if they were opened here, so that the screen keeps one history entry. */
    close(...keys: string[]) {
      if (at.state.openedHere) return router.history.back()
      const cleared = Object.fromEntries(keys.map((key) => [key, undefined]))
      router.history.replace(at.pathname + withKeys(at.searchStr, cleared), preservedState(at.state))
    },
  }
}

export type Address = ReturnType<typeof useSearchParams>

/** Returns a query string with these search params set or removed; unchanged if they are already so. */
export function withKeys(query: string, keys: Keys): string {
  const params = new URLSearchParams(query)
  const changed = Object.entries(keys).filter(([key, value]) => (params.get(key) ?? undefined) !== value)
  if (changed.length === 0) return query
  for (const [key, value] of changed) {
    if (value === undefined) params.delete(key)
    else params.set(key, value)
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Returns the last location with this screen's path, because a screen being left must not read the next address. */
function useOwnLocation() {
  const current = useLocation()
  const [last, setLast] = useState(current)
  if (current.pathname !== last.pathname) return last
  if (current !== last) setLast(current)
  return current
}

/** Returns the part of the entry's state that belongs to the screen. */
function preservedState(state: ReturnType<typeof useOwnLocation>['state']) {
  return 'listFilters' in state ? { listFilters: state.listFilters, viewShown: state.viewShown } : {}
}
