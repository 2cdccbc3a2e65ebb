import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, missingPermission } from '../api/api-error.ts'
import { QueryFailure } from './query-failure.tsx'
import { StaleOver } from './stale.tsx'

interface FetchedProps<T> {
  from: UseQueryResult<T, ApiError>
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Part of a page with a query of its own: shows a skeleton, the data with its staleness, or an error with a retry button. */
export function QueryContent<T>({ from, skeleton, children }: FetchedProps<T>) {
  if (from.data !== undefined && !missingPermission(from.error)) {
    return (
      <>
        <StaleOver of={from} />
        {children(from.data)}
      </>
    )
  }
  if (from.isError) return <QueryFailure of={from} />
  return skeleton
}
