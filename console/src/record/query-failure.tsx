import type { UseQueryResult } from '@tanstack/react-query'
import { type ApiError, missingPermission } from '../api/api-error.ts'
import { NoAccess } from '../list/lazy-no-access.ts'
import { LoadError } from '../ui/load-error.tsx'

/** Why a part of a page has no data: the operator's role does not include it, or it failed and can be retried. */
export function QueryFailure({ of: query }: { of: UseQueryResult<unknown, ApiError> }) {
  const permission = missingPermission(query.error)
  return permission ? <NoAccess permission={permission} /> : <LoadError again={() => void query.refetch()} />
}
