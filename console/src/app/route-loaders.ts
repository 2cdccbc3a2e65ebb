import type { QueryClient } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import type { Question } from '../api/use-api-query.ts'
import { type ListTabs, openTab } from '../list/list-page.tsx'

interface Visit<Params> {
  cause: 'preload' | 'enter' | 'stay'
  context: { queries: QueryClient }
  location: ParsedLocation
  params: Params
}

/**
 * A record's loader that asks what its page will ask first: as soon as a row that leads to it is reached for, and otherwise
 * beside the profile and the page's own file. Nothing waits for it: what could not be asked early is asked by the page.
 */
export function prefetchRecord<Params>(find: (visit: Visit<Params>) => Promise<Question | null | undefined>) {
  return (visit: Visit<Params>): void => {
    if (visit.cause === 'stay') return
    find(visit)
      .then((question) => question?.(visit.context.queries))
      .catch(() => undefined)
  }
}

/** The same for a page of lists, once one goes there. */
export function prefetchList(load: () => Promise<{ tabs: ListTabs }>) {
  return prefetchRecord(async ({ cause, location }) => {
    if (cause === 'preload') return null
    const { tabs } = await load()
    return openTab(tabs, new URLSearchParams(location.searchStr).get('status') ?? '').asks?.(location)
  })
}
