import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { formatCount } from '../ui/format-count.ts'
import type { ListCall, ListReply } from './list-call.ts'
import type { ListContextValue } from './list-context.ts'

/** Polling interval in milliseconds. */
const everyMs = 60_000

interface NewerProps {
  call: ListCall<ListReply>
  shown: Pick<ListContextValue<ListReply, unknown>, 'control' | 'query' | 'request' | 'isMore'>
}

/** Shows how many rows were added since the list was read. A click loads them, so rows never jump. */
export function NewRowsNotice({ call, shown }: NewerProps) {
  const { control, query, request, isMore } = shown
  const total = query.data?.totalRecords
  // New rows appear on the first page only, and only an exact count reveals them.
  if (control.page > 1 || control.filters['sort'] || isMore || total === undefined) return null
  return <NewRows key={JSON.stringify(request)} {...{ call, query, request, total }} />
}

interface NewRowsProps extends Pick<NewerProps['shown'], 'query' | 'request'> {
  call: ListCall<ListReply>
  total: number
}

function NewRows({ call, query, request, total }: NewRowsProps) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setDue(true)
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  // A page of one row suffices to get the count.
  const poll = useApiQuery(call, isDue ? { ...request, size: 1 } : null, { pollMs: everyMs, background: true })
  const count = poll.dataUpdatedAt > query.dataUpdatedAt ? (poll.data?.totalRecords ?? 0) - total : 0
  const anchor = useRef<HTMLSpanElement>(null)
  function show() {
    // The button disappears, so the text around it takes the focus.
    anchor.current?.focus()
    void query.refetch()
  }
  return (
    <span ref={anchor} role="status" tabIndex={-1}>
      {count > 0 && (
        <Button variant="light" onClick={show}>
          {formatCount(count)} new
        </Button>
      )}
    </span>
  )
}
