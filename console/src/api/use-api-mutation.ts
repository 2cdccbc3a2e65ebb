import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { type UseMutateAsyncFunction, type UseMutateFunction, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastFailure, toastNotice, toastSuccess } from '../ui/toast.ts'
import { ApiError, isUnauthenticated, lastResort, requestOf } from './api-error.ts'
import { type Answer, send, hasIdempotencyKey, unreachable } from './send.ts'
import { useMode } from './session.tsx'

interface Write<C extends Call> {
  state: 'idle' | 'sending'
  /** Fraction of the request that was sent, from 0 to 1; null unless files are uploading. */
  progress: number | null
  /** Shows the server's message on success and on failure, and throws the `ApiError`. */
  send: UseMutateAsyncFunction<Answer<C>, Error, Request<C>>
  /** The same without a promise. Its callbacks run only while the sending component is mounted. */
  start: UseMutateFunction<Answer<C>, Error, Request<C>>
}

/** Options for reporting the outcome of a write. */
export interface OutcomeOptions<C extends Call> {
  /** Record of the write. A newer message about it replaces the older one. */
  about?: string
  /** Whether the outcome is the wanted one. Any other is shown as a notice instead of a success. */
  isWanted?: (data: Data<C>) => boolean
}

interface WriteOptions<C extends Call> extends OutcomeOptions<C> {
  /** Shown on success in place of the server's message. */
  successText?: string | undefined
  /** Keeps cached queries valid. */
  keepsRead?: boolean
  /** Shows no toast, because the sending form shows the outcome. */
  silent?: boolean
}

/**
 * Sends a call once per intent and shows its message. Every finished write, failed ones included, invalidates all queries of the
 * mode: a rejection means that the screen is out of date.
 */
export function useApiMutation<C extends Call>(
  call: C,
  { keepsRead = false, silent = false, successText, about, isWanted = () => true }: WriteOptions<C> = {},
): Write<C> {
  const queries = useQueryClient()
  const wasLeft = useWasLeft()
  const [progress, setProgress] = useState<number | null>(null)
  const mode = useMode()
  const isWrite = call.effect === 'write'

  const mutation = useMutation<Answer<C>, Error, Request<C>>({
    // An offline call fails immediately instead of waiting for the network.
    networkMode: 'always',
    // Requests and responses may hold personal data, so none are cached.
    gcTime: 0,
    mutationFn: async (request) => {
      if (call.files) setProgress(0)
      const sent = hasIdempotencyKey(call) ? (await loadIntents()).sendIntent : send
      return await sent(call, request, { mode, onProgress: setProgress })
    },
    onSuccess: ({ message, data }) => {
      const text = successText ?? message
      // The result of a call that is not a write is on the screen that sent it, unless that screen was left.
      if (!text || silent || !(isWrite || wasLeft.current)) return
      if (isWanted(data)) toastSuccess(text, about)
      else toastNotice(text, about)
    },
    onError: (problem) => {
      if (!silent) notifyFailure(call, problem, about)
    },
    onSettled: () => {
      setProgress(null)
      if (keepsRead || !isWrite || mode === undefined) return
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === mode })
    },
  })

  return {
    state: mutation.isPending ? 'sending' : 'idle',
    progress,
    send: mutation.mutateAsync,
    start: mutation.mutate,
  }
}

/** Loaded on demand, because no list needs it before its rows. */
async function loadIntents() {
  try {
    return await import('./intents.ts')
  } catch {
    throw new ApiError(0, 'offline', unreachable)
  }
}

function useWasLeft() {
  const wasLeft = useRef(false)
  useEffect(() => {
    wasLeft.current = false
    return () => {
      wasLeft.current = true
    }
  }, [])
  return wasLeft
}

/** The end of a session is notified once for all calls, so it is skipped here. */
function notifyFailure(call: Call, problem: Error, about: string | undefined): void {
  if (isUnauthenticated(problem) && call.permission !== 'public') return
  toastFailure(problem.message || lastResort, about, requestOf(problem))
}
