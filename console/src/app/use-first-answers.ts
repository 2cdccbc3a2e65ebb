import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const lookMs = 500

/** Whether the first screen has got its answers: what is wanted later only is loaded from then on. */
export function useFirstAnswers(): boolean {
  const queries = useQueryClient()
  const [areThere, setAreThere] = useState(false)
  useEffect(() => {
    if (areThere) return
    const timer = setInterval(() => {
      if (queries.isFetching() === 0) setAreThere(true)
    }, lookMs)
    return () => clearInterval(timer)
  }, [areThere, queries])
  return areThere
}
