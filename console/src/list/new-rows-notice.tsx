import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { formatCount } from '../ui/format-count.ts'
import type { ListCall, ListReply } from './list-call.ts'
import type { ListShown } from './list-context.ts'

/** How often it is asked whether there is more. */
const everyMs = 60_000

interface NewerProps {
  call: ListCall<ListReply>
  shown: Pick<ListShown<ListReply, unknown>, 'control' | 'query' | 'request' | 'isMore'>
}

/** Says how many rows have come since the list was read, and shows them when it is clicked: rows never jump. */
export function NewRowsNotice({ call, shown }: NewerProps) {
  const { control, query, request, isMore } = shown
  const total = query.data?.totalRecords
  // Only on the newest page do new rows come in sight, and only a whole count tells of them.
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
  // One row is enough to be told how many there are.
  const asked = useApiQuery(call, isDue ? { ...request, size: 1 } : null, { pollMs: everyMs, background: true })
  const count = asked.dataUpdatedAt > query.dataUpdatedAt ? (asked.data?.totalRecords ?? 0) - total : 0
  const place = useRef<HTMLSpanElement>(null)
  function show() {
    // The button goes away, and whoever pressed it goes on from where it was.
    place.current?.focus()
    void query.refetch()
  }
  return (
    <span ref={place} role="status" tabIndex={-1}>
      {count > 0 && (
        <Button variant="light" onClick={show}>
          {formatCount(count)} new
        </Button>
      )}
    </span>
  )
}
