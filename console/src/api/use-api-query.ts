import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import { useNetwork } from '@mantine/hooks'
import {
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { onServerClock, serverNow } from './clock.ts'
import { type SendOptions, send } from './send.ts'
import { useIsSignedIn, useMode, useModeElsewhere } from './session.tsx'
import { signer } from './session-store.ts'

interface CallOptions<C extends Call> {
  /** Shows the previous data until the next response. */
  keepPrevious?: boolean
  /** Shown until the response arrives; takes precedence over `keepPrevious`. */
  placeholder?: UseQueryOptions<Data<C>, ApiError>['placeholderData']
  /** Polling interval in milliseconds while the component is mounted. */
  pollMs?: number
  /** Makes every request a background one, the first included. */
  background?: boolean
}

/** Reads a call through the shared cache; `null` sends no request. */
export function useApiQuery<C extends Call>(
  call: C,
  request: Request<C> | null,
  { keepPrevious, placeholder, pollMs, background }: CallOptions<C> = {},
): UseQueryResult<Data<C>, ApiError> {
  const mode = useMode()
  const isHeld = useModeElsewhere() !== undefined
  const isSignedIn = useIsSignedIn()
  const queries = useQueryClient()
  const { queryKey, fetchData } = queryParts(call, mode, request)
  // Requests made by a timer must not extend the session.
  const isBackground = () =>
    background || isTimerDriven || (pollMs !== undefined && queries.getQueryData(queryKey) !== undefined)
  return useQuery<Data<C>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => fetchData({ signal, background: isBackground() }),
    // The server would respond for the other mode, whose rows this screen must not show.
    enabled: request !== null && mode !== undefined && isSignedIn && !isHeld,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    // Rows of one mode are never placeholders in the other.
    placeholderData:
      placeholder ?? ((previous, query) => (keepPrevious && query?.queryKey[1] === mode ? previous : undefined)),
  })
}

let isTimerDriven = false

/** Refetches everything on screen in this mode, in the background, after polled data has changed. */
function refetchShown(queries: QueryClient, mode: Mode): void {
  // Active queries start before this returns. Inactive ones are refetched when the operator returns to them.
  isTimerDriven = true
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === mode }, { cancelRefetch: false })
  isTimerDriven = false
}

/** Prefetch of a screen's query, run before the screen is mounted. */
export type PrefetchQuery = (queries: QueryClient) => Promise<void>

/**
 * Prefetches what `useApiQuery` will read. Takes person and mode from the stored session; if they have changed since, the data
 * is not shown.
 */
export function apiQueryOptions<C extends Call>(call: C, request: Request<C>): PrefetchQuery {
  return async (queries) => {
    const mode = signer().stored?.mode
    if (mode === undefined) return
    const { queryKey, fetchData } = queryParts(call, mode, request)
    await queries.prefetchQuery({ queryKey, queryFn: ({ signal }) => fetchData({ signal }) })
  }
}

/** Returns a query's key and fetcher. */
function queryParts<C extends Call>(call: C, mode: Mode | undefined, request: Request<C> | null) {
  return {
    queryKey: [callKey(call), mode, request],
    async fetchData(options: Pick<SendOptions, 'signal' | 'background'>): Promise<Data<C>> {
      if (request === null) throw new Error('No request to send')
      return (await send(call, request, { ...options, mode })).data
    },
  }
}

/** Returns the first part of a call's query keys. */
export function callKey(call: Call): string {
  return `${call.method} ${call.path}`
}

/** Since when data on screen may be outdated, and the current time, both on the server's clock. */
export interface Stale {
  since: number
  now: number
}

interface QueryState {
  data: unknown
  isError: boolean
  dataUpdatedAt: number
}

/** Returns since when shown data could not be refreshed, or is shown offline; null if it is current. */
export function useStale({ data, isError, dataUpdatedAt }: QueryState): Stale | null {
  const { online } = useNetwork()
  const isStale = data !== undefined && dataUpdatedAt > 0 && (isError || !online)
  return isStale ? { since: onServerClock(dataUpdatedAt), now: serverNow() } : null
}

/**
 * Refetches everything on screen after the watched value of a record has changed: the list behind its panel, the panel over its
 * list, and the other parts of its page.
 */
export function useRefetchOnChange(id: string, watched: unknown): void {
  const queries = useQueryClient()
  const mode = useMode()
  const seen = useRef<{ id: string; watched: unknown }>(undefined)
  useEffect(() => {
    if (watched === undefined) return
    const before = seen.current
    seen.current = { id, watched }
    if (before?.id === id && before.watched !== watched && mode !== undefined) refetchShown(queries, mode)
  }, [id, watched, queries, mode])
}

/** Returns the query key of the ID by which a call finds one record. */
export function idKeyOf({ query }: Call): string {
  return Object.keys(query?.shape ?? {})[0] ?? ''
}

/** Returns the request of a call that finds one record by its ID alone. */
export function requestById<C extends Call>(call: C, id: string): Request<C> {
  return { [idKeyOf(call)]: id } as Request<C>
}
