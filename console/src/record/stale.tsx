import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Stale, useStale } from '../api/use-stale.ts'
import { StaleNotice, StaleNoticeOver } from '../ui/stale-notice.tsx'

/** Over a part of a page that makes its own call: says since when it is not up to date, where that is so. */
export function StaleOver({ of: query }: { of: UseQueryResult<unknown, unknown> }) {
  const stale = useStale(query)
  return stale && <StaleNoticeOver of={stale} again={() => void query.refetch()} />
}

/** What the header of a record's page has to say of it. */
export const StaleRecord = createContext<{ stale: Stale; again: () => void } | null>(null)

/** The same of the record around, for its header. */
export function StaleInHeader() {
  const of = use(StaleRecord)
  return of && <StaleNotice of={of.stale} again={of.again} />
}
