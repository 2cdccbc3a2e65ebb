import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { type UseMutateAsyncFunction, type UseMutateFunction, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastFailure, toastNotice, toastSuccess } from '../ui/toast.ts'
import { ApiError, isUnauthenticated, lastResort } from './api-error.ts'
import { type Answer, send, takesKey, unreachable } from './send.ts'
import { useMode } from './use-mode.ts'

interface Write<C extends Call> {
  state: 'idle' | 'sending'
  /** How much of what is sent has gone out, from 0 to 1; null where no files are under way. */
  progress: number | null
  /** Says the server's message either way, and throws the `ApiFailure`. */
  send: UseMutateAsyncFunction<Answer<C>, Error, Request<C>>
  /** The same without a promise; it calls back only while what has sent it is still on the screen. */
  start: UseMutateFunction<Answer<C>, Error, Request<C>>
}

/** How it is told what came of a write. */
export interface Telling<C extends Call> {
  /** The record that it is about: a newer word about it takes the place of the older. */
  about?: string
  /** Whether what came of it is what was asked for; what is not is told, though not as a success. */
  isWanted?: (data: Data<C>) => boolean
}

interface WriteOptions<C extends Call> extends Telling<C> {
  /** Leaves what was read as it is. */
  keepsRead?: boolean
  /** Says nothing by itself: the form that has sent it does. */
  silent?: boolean
}

/**
 * A call that writes or makes something: sent once per intent, its message shown. Once a write has ended, well or not,
 * everything that the screen shows is read anew: a refusal means that what it shows is no longer true.
 */
export function useApiMutation<C extends Call>(
  call: C,
  { keepsRead = false, silent = false, about, isWanted = () => true }: WriteOptions<C> = {},
): Write<C> {
  const queries = useQueryClient()
  const wasLeft = useWasLeft()
  const [progress, setProgress] = useState<number | null>(null)
  const mode = useMode()
  const isWrite = call.effect === 'write'

  const mutation = useMutation<Answer<C>, Error, Request<C>>({
    // Being offline is an answer, not a reason to wait.
    networkMode: 'always',
    // What was sent and answered may be personal: nothing of it is kept.
    gcTime: 0,
    mutationFn: async (request) => {
      if (call.files) setProgress(0)
      const sent = takesKey(call) ? (await loadIntents()).sendIntent : send
      return await sent(call, request, { mode, onProgress: setProgress })
    },
    onSuccess: ({ message, data }) => {
      // What a call makes stands on the screen that asked for it, unless that was left.
      if (!message || silent || !(isWrite || wasLeft.current)) return
      if (isWanted(data)) toastSuccess(message, about)
      else toastNotice(message, about)
    },
    onError: (problem) => {
      if (!silent) sayFailure(call, problem, about)
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

/** No list needs it before its rows. */
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

/** The end of a session has been said already, once for all calls. */
function sayFailure(call: Call, problem: Error, about: string | undefined): void {
  if (isUnauthenticated(problem) && call.permission !== 'public') return
  toastFailure(problem.message || lastResort, about)
}
