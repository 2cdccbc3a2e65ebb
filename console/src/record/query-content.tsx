import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { LoadError } from '../ui/load-error.tsx'
import { StaleOver } from './stale.tsx'

interface FetchedProps<T> {
  from: UseQueryResult<T, ApiError>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Part of a page with a query of its own: shows a skeleton, the data with its staleness, or an error with a retry button. */
export function QueryContent<T>({ from, skeleton, children }: FetchedProps<T>) {
  if (from.data !== undefined) {
    return (
      <>
        <StaleOver of={from} />
        {children(from.data)}
      </>
    )
  }
  if (from.isError) return <LoadError again={() => void from.refetch()} />
  return skeleton
}
