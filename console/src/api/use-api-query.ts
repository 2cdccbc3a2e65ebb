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
  /** Shows the last answer until the next one comes. */
  keepPrevious?: boolean
  /** Shown until the answer comes; goes before `keepPrevious`. */
  placeholder?: UseQueryOptions<Data<C>, ApiError>['placeholderData']
  /** Asks again and again while the screen is there. */
  pollMs?: number
  /** No person asks, not even the first time. */
  background?: boolean
}

/** The answer to a reading call, kept and shared; `null` asks nothing. */
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
  // What is asked again by the clock, not by a person, must not keep a session alive.
  const isBackground = () =>
    background || isByClock || (pollMs !== undefined && queries.getQueryData(queryKey) !== undefined)
  return useQuery<Data<C>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => ask({ signal, background: isBackground() }),
    // The server answers for the other mode, whose rows this screen must not show.
    enabled: request !== null && mode !== undefined && isSignedIn && !isHeld,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
    // The rows of one mode never stand in for those of the other.
    placeholderData:
      placeholder ?? ((previous, query) => (keepPrevious && query?.queryKey[1] === mode ? previous : undefined)),
  })
}

let isByClock = false

/** Reads all anew that the screen shows in this mode, because what the clock brought tells that it has changed. */
export function readShownByClock(queries: QueryClient, mode: Mode): void {
  // What is active is asked before this returns; what is not is asked by the person who comes back to it.
  isByClock = true
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === mode }, { cancelRefetch: false })
  isByClock = false
}

/** What a screen is going to ask, to be asked before it is there. */
export type Question = (queries: QueryClient) => Promise<void>

/**
 * Asks as `useCall` will, which then finds the answer there or on its way. Who is signed in, and in which mode, is taken from
 * what this browser keeps: where that is no longer so, the answer is not shown.
 */
export function apiQueryOptions<C extends Call>(call: C, request: Request<C>): Question {
  return async (queries) => {
    const mode = signer().stored?.mode
    if (mode === undefined) return
    const { queryKey, ask } = asking(call, mode, request)
    await queries.prefetchQuery({ queryKey, queryFn: ({ signal }) => ask({ signal }) })
  }
}

/** Under what an answer is kept, and how it is asked for. */
function asking<C extends Call>(call: C, mode: Mode | undefined, request: Request<C> | null) {
  return {
    queryKey: [callKey(call), mode, request],
    async ask(options: Pick<SendOptions, 'signal' | 'background'>): Promise<Data<C>> {
      if (request === null) throw new Error('Nothing to ask')
      return (await send(call, request, { ...options, mode })).data
    },
  }
}

/** Under which name the answers of a call are kept. */
export function callKey(call: Call): string {
  return `${call.method} ${call.path}`
}
