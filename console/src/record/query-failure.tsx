import type { UseQueryResult } from '@tanstack/react-query'
import { type ApiError, missingPermission, requestOf } from '../api/api-error.ts'
import { NoAccess } from '../list/lazy-no-access.ts'
import { LoadError } from '../ui/load-error.tsx'

/** Why a part of a page has no data: the operator's role does not include it, or it failed and can be retried. */
export function QueryFailure({ of: query }: { of: UseQueryResult<unknown, ApiError> }) {
  const permission = missingPermission(query.error)
  if (permission) return <NoAccess permission={permission} />
  return <LoadError detail={requestOf(query.error)} again={() => void query.refetch()} />
}
