import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Stale, useStale } from '../api/use-api-query.ts'
import { StaleNotice, StaleNoticeOver } from '../ui/stale-notice.tsx'

/** Staleness notice over a part of a page with a query of its own. */
export function StaleOver({ of: query }: { of: UseQueryResult<unknown, unknown> }) {
  const stale = useStale(query)
  return stale && <StaleNoticeOver of={stale} again={() => void query.refetch()} />
}

/** Staleness of the record, shown in the page's header. */
export const StaleRecord = createContext<{ stale: Stale; again: () => void } | null>(null)

/** Staleness notice of the enclosing record, for its header. */
export function StaleInHeader() {
  const record = use(StaleRecord)
  return record && <StaleNotice of={record.stale} again={record.again} />
}
