import type { Call, Request } from '@kobo/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toastFailure, toastSuccess } from '../ui/toast.ts'
import { ApiFailure, lastResort } from './failure.ts'
import { newIntentKey } from './intent-key.ts'
import { type Answer, send } from './send.ts'
import { callKey } from './use-call.ts'
import { useMode } from './use-mode.ts'

/** One area of the contract: what it reads is asked anew after a write. */
export type AreaOfContract = Record<string, Call>

interface Write<C extends Call> {
  state: 'idle' | 'sending'
  /** Says the server's message either way, and throws the `ApiFailure` for the form to keep. */
  send: (request: Request<C>) => Promise<Answer<C>>
}

/** A writing call: sent once per intent, its message shown, and what it changes read again. */
export function useWrite<C extends Call>(call: C, { changes }: { changes: AreaOfContract[] }): Write<C> {
  const [sending, setSending] = useState(0)
  const queries = useQueryClient()
  const idempotencyKey = useRef('')
  const mode = useMode()

  async function write(request: Request<C>): Promise<Answer<C>> {
    idempotencyKey.current ||= newIntentKey()
    setSending((count) => count + 1)
    try {
      const answer = await send(call, request, { idempotencyKey: idempotencyKey.current, mode })
      idempotencyKey.current = ''
      if (answer.message) toastSuccess(answer.message)
      const changed = new Set(changes.flatMap((area) => Object.values(area).map(callKey)))
      void queries.invalidateQueries({ predicate: ({ queryKey }) => changed.has(String(queryKey[0])) })
      return answer
    } catch (problem) {
      // The earlier try had its effect after all: what comes next is a new intent.
      if (problem instanceof ApiFailure && problem.code === 'key_reused') idempotencyKey.current = ''
      sayFailure(call, problem)
      throw problem
    } finally {
      setSending((count) => count - 1)
    }
  }

  return { state: sending > 0 ? 'sending' : 'idle', send: write }
}

/** The end of a session has been said already, once for all calls. */
function sayFailure(call: Call, problem: unknown): void {
  if (problem instanceof ApiFailure && problem.status === 401 && call.permission !== 'public') return
  toastFailure(problem instanceof Error && problem.message ? problem.message : lastResort)
}
