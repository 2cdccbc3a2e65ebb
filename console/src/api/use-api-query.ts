import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import {
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { send, type SendOptions } from './send.ts'
import { useIsSignedIn } from './session.tsx'
import { signer } from './session-store.ts'
import { useMode, useModeElsewhere } from './use-mode.ts'

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
  const { queryKey, ask } = asking(call, mode, request)
  // Requests made by a timer must not extend the session.
  const isBackground = () =>
    background || isByClock || (pollMs !== undefined && queries.getQueryData(queryKey) !== undefined)
  return useQuery<Data<C>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => ask({ signal, background: isBackground() }),
    // The server would respond for the other mode, whose rows this screen must not show.
    enabled: request !== null && mode !== undefined && isSignedIn && !isHeld,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    // Rows of one mode are never placeholders in the other.
    placeholderData:
      placeholder ?? ((previous, query) => (keepPrevious && query?.queryKey[1] === mode ? previous : undefined)),
  })
}

let isByClock = false

/** Refetches everything on screen in this mode, in the background, after polled data has changed. */
export function readShownByClock(queries: QueryClient, mode: Mode): void {
  // Active queries start before this returns. Inactive ones are refetched when the operator returns to them.
  isByClock = true
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === mode }, { cancelRefetch: false })
  isByClock = false
}

/** Prefetch of a screen's query, run before the screen is mounted. */
export type Question = (queries: QueryClient) => Promise<void>

/**
 * Prefetches what `useApiQuery` will read. Takes person and mode from the stored session; if they have changed since, the data
 * is not shown.
 */
export function apiQueryOptions<C extends Call>(call: C, request: Request<C>): Question {
  return async (queries) => {
    const mode = signer().stored?.mode
    if (mode === undefined) return
    const { queryKey, ask } = asking(call, mode, request)
    await queries.prefetchQuery({ queryKey, queryFn: ({ signal }) => ask({ signal }) })
  }
}

/** Returns a query's key and fetcher. */
function asking<C extends Call>(call: C, mode: Mode | undefined, request: Request<C> | null) {
  return {
    queryKey: [callKey(call), mode, request],
    async ask(options: Pick<SendOptions, 'signal' | 'background'>): Promise<Data<C>> {
      if (request === null) throw new Error('No request to send')
      return (await send(call, request, { ...options, mode })).data
    },
  }
}

/** Returns the first part of a call's query keys. */
export function callKey(call: Call): string {
  return `${call.method} ${call.path}`
}
