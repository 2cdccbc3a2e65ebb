import type { QueryClient } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import type { PrefetchQuery } from '../api/use-api-query.ts'
import { type ListTabs, openTab } from '../list/list-page.tsx'

interface Visit {
  cause: 'preload' | 'enter' | 'stay'
  context: { queries: QueryClient }
  location: ParsedLocation
  params: unknown
}

/**
 * Returns a record's loader, which prefetches the page's first query on intent, or in parallel with the profile and the page's
 * chunk. Navigation does not wait for it; the page repeats a query that failed here.
 */
export function prefetchRecord(find: (visit: Visit) => Promise<PrefetchQuery | null | undefined>) {
  return (visit: Visit): void => {
    if (visit.cause === 'stay') return
    find(visit)
      .then((question) => question?.(visit.context.queries))
      .catch(() => undefined)
  }
}

/** Returns the same for a page of lists, but prefetches on navigation only. */
export function prefetchList(load: () => Promise<{ tabs: ListTabs }>) {
  return prefetchRecord(async ({ cause, location }) => {
    if (cause === 'preload') return null
    const { tabs } = await load()
    return openTab(tabs, new URLSearchParams(location.searchStr).get('status') ?? '').asks?.(location)
  })
}
