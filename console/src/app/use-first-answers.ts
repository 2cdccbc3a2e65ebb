import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../api/session.tsx'

const pollMs = 500

/** Returns whether the first screen's queries have finished. Code for later use loads from then on. */
export function useFirstResponses(): boolean {
  const queries = useQueryClient()
  const session = useSession()
  const [hasSettled, setHasSettled] = useState(false)
  const isRestored = session.state !== 'loading'
  useEffect(() => {
    if (hasSettled || !isRestored) return
    const timer = setInterval(() => {
      if (queries.isFetching() === 0) setHasSettled(true)
    }, pollMs)
    return () => clearInterval(timer)
  }, [hasSettled, isRestored, queries])
  return hasSettled
}
