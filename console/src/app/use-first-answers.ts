import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../api/session.tsx'

const lookMs = 500

/** Whether the first screen has got its answers: what is wanted later only is loaded from then on. */
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
