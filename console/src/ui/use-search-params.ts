import { useLocation, useMatch, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address was opened from what stands under it: Back closes it. */
    openedHere?: boolean
  }
}

/** What an address says, each key a text. */
export type Texts = Readonly<Partial<Record<string, string>>>

/** Keys to set in an address, and those to take away. */
export type Keys = Readonly<Record<string, string | undefined>>

/** What a list keeps in its address, whatever it lists. */
export const listKeys = ['status', 'page', 'perPage', 'itemOffset', 'search']

/**
 * The rule of a route's address, its `validateSearch`: the keys that mean something there, each a text. What else was
 * written is taken away; the order stays.
 */
export function addressRule(...keys: readonly string[]) {
  return z.record(z.string(), z.unknown()).transform((said): Texts => {
    const meant = Object.entries(said).filter((entry) => keys.includes(entry[0]) && text.safeParse(entry[1]).success)
    return texts.parse(Object.fromEntries(meant))
  })
}

/** The address of the screen that asks, for as long as it is there: it never reads the next screen's. */
export function useSearchParams() {
  const router = useRouter()
  const at = useOwnLocation()
  const routeId = useMatch({ strict: false, select: (match) => match.routeId })
  const rule: unknown = router.routesById[routeId ?? '__root__']?.options.validateSearch
  const said = Object.fromEntries(new URLSearchParams(at.searchStr))
  const search: Texts = rule instanceof z.ZodType ? texts.parse(rule.parse(said)) : said

  return {
    pathname: at.pathname,
    /** What the route's rule leaves of the query. */
    search,
    /** The query as it is written. */
    query: at.searchStr,
    state: at.state,
    /** Names the history entry. */
    entry: at.state.__TSR_key ?? '',
    /** The present address with these keys. */
    with: (keys: Keys) => at.pathname + withKeys(at.searchStr, keys),
    /** The address with no keys but these. */
    only: (keys: Keys) => at.pathname + withKeys('', keys),
    /** Goes to an address; where that is this screen's own, what is opened closes with Back. */
    open(address: string) {
      const isHere = address.startsWith(`${at.pathname}?`)
      router.history.push(address, isHere ? { ...kept(at.state), openedHere: true } : {})
    },
    /** Goes on to another of what is opened: Back closes that as it would have closed the first. */
    turn(keys: Keys) {
      const { openedHere } = at.state
      const state = { ...kept(at.state), ...(openedHere && { openedHere }) }
      router.history.replace(at.pathname + withKeys(at.searchStr, keys), state)
    },
    /** Takes keys away: Back undoes their opening, so that the screen stays one entry; a shared address has nothing to go back to. */
    close(...keys: string[]) {
      if (at.state.openedHere) return router.history.back()
      const gone = Object.fromEntries(keys.map((key) => [key, undefined]))
      router.history.replace(at.pathname + withKeys(at.searchStr, gone), kept(at.state))
    },
  }
}

export type Address = ReturnType<typeof useSearchParams>

/** A query with these keys set or taken away; where nothing changes it stays as it is written. */
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

const text = z.string().min(1).max(2_000)
const texts = z.record(z.string(), z.string().optional())

/** The location while it is this screen's: a screen that is being left must not read the next one's address. */
function useOwnLocation() {
  const current = useLocation()
  const [own, setOwn] = useState(current)
  if (current.pathname !== own.pathname) return own
  if (current !== own) setOwn(current)
  return current
}

/** What of an entry's state is the screen's, not the history's own. */
function kept(state: ReturnType<typeof useOwnLocation>['state']) {
  return 'listFilters' in state ? { listFilters: state.listFilters } : {}
}
