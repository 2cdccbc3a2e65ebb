import type { Call, Request } from '@kobo/contract/kit/call'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lastResort } from '../api/api-error.ts'
import { carriedOut, checkOutcome, hasUnknownOutcome, notKnown } from '../api/intents.ts'
import { useMode } from '../api/session.tsx'

/** Notice about an earlier request without a response. */
export interface EarlierRequest {
  state: 'checking' | 'known' | 'unknown'
  text: string
  check: () => void
}

const checking = 'Checking whether your earlier request was carried out...'

/** Queries, when a form opens, the outcome of its earlier request that got no response. */
export function useEarlierRequest<C extends Call>(call: C, request: Request<C>): EarlierRequest | null {
  const mode = useMode()
  const queries = useQueryClient()
  const [earlier, setEarlier] = useState<Omit<EarlierRequest, 'check'> | null>(() =>
    hasUnknownOutcome(call, request, mode) ? { state: 'checking', text: checking } : null,
  )
  const [initial] = useState({ call, request, mode })
  const isChecking = earlier?.state === 'checking'
  useEffect(() => {
    if (!isChecking) return undefined
    let isShown = true
    checkOutcome(initial.call, initial.request, initial.mode).then(
      (outcome) => {
        // The data on screen is older than that request.
        if (outcome?.tookEffect)
          void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === initial.mode })
        if (!isShown) return
        if (!outcome) return setEarlier(null)
        const text = outcome.tookEffect ? carriedOut(outcome) : 'Your earlier request did not take effect'
        setEarlier({ state: 'known', text })
      },
      (problem: unknown) => {
        const reason = problem instanceof Error ? problem.message : lastResort
        if (isShown) setEarlier({ state: 'unknown', text: `${notKnown}: ${reason}` })
      },
    )
    return () => {
      isShown = false
    }
  }, [isChecking, initial, queries])
  return earlier && { ...earlier, check: () => setEarlier({ state: 'checking', text: checking }) }
}
