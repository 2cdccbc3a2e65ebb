import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../api/session.tsx'

const lookMs = 500

/** Returns whether the first screen's queries have finished. Code for later use loads from then on. */
export function useFirstAnswers(): boolean {
  const queries = useQueryClient()
  const session = useSession()
  const [areThere, setAreThere] = useState(false)
  const isRestored = session.state !== 'loading'
  useEffect(() => {
    if (areThere || !isRestored) return
    const timer = setInterval(() => {
      if (queries.isFetching() === 0) setAreThere(true)
    }, lookMs)
    return () => clearInterval(timer)
  }, [areThere, isRestored, queries])
  return areThere
}
