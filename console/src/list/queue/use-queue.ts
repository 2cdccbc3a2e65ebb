import { useRouter } from '@tanstack/react-router'
import { createContext, useEffect, useRef, useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import type { List } from '../define-list.ts'
import type { ListReply, ListRow } from '../list-call.ts'
import { nextRow, previousRow } from './next-row.ts'
import { queueAddress, queueRequest } from './queue-request.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What became of the queue's previous row, such as `Approved`. */
    queueOutcome?: string
  }
}

/** Place of an open record in the queue of its list. */
export interface QueueControl {
  /** `failed`: the rows could not be loaded. `done`: no other row is open after the decision. */
  state: 'loading' | 'ready' | 'moving' | 'failed' | 'done'
  /** The record's own row; undefined once it has left the queue. */
  row: ListRow | undefined
  /** Name of the record. */
  name: string
  /** Number of open rows; undefined while loading. */
  left: number | undefined
  /** What became of the previous row, or of this one if it was the last. */
  outcome: string | undefined
  previous: (() => void) | undefined
  next: (() => void) | undefined
  /** Opens the next row after a decision; its outcome is announced. */
  advance: (outcome: string) => void
  /** Loads the rows again after a failure. */
  retry: () => void
  leave: () => void
}

/** The queue in which the record on screen is decided, if any. */
export const QueueContext = createContext<QueueControl | null>(null)

/** Returns the queue that the search params name, for operators who may decide; null without one. */
export function useQueue<Reply extends ListReply, Row extends ListRow>(
  list: Pick<List<Reply, Row>, 'queue' | 'call' | 'rows' | 'panel' | 'open'>,
  id: string,
): QueueControl | null {
  const { queue } = list
  const at = useSearchParams()
  const router = useRouter()
  const may = useMay()
  const param = queue && may(queue.call) ? at.search.queue : undefined
  const pollMs = usePollInterval(param === undefined ? false : 'slow')
  const query = useApiQuery(list.call, param === undefined ? null : queueRequest<Reply>(param), { pollMs })
  const open = query.data && list.rows(query.data)
  const [seen, setSeen] = useState<readonly Row[]>([])
  if (open && open !== seen && open.some((row) => row.id === id)) setSeen(open)
  const [moving, setMoving] = useState<{ outcome: string; state: 'moving' | 'failed' | 'done' }>()
  const isMounted = useMounted()
  if (!queue || param === undefined) return null

  function go(row: Row, outcome: string) {
    const state = { ...at.state, queueOutcome: outcome }
    router.history.replace(queueAddress(list, row, param ?? '', at), state)
  }

  async function advance(outcome: string) {
    setMoving({ outcome, state: 'moving' })
    // A colleague may have decided the next one meanwhile.
    const { data, isError } = await query.refetch()
    if (!isMounted.current) return
    if (isError || data === undefined) return setMoving({ outcome, state: 'failed' })
    const next = nextRow(seen, list.rows(data), id)
    if (next) go(next, outcome)
    else setMoving({ outcome, state: 'done' })
  }

  function step(row: Row | undefined, outcome: string) {
    return row && moving?.state !== 'moving' ? () => go(row, outcome) : undefined
  }

  const row = open?.find((candidate) => candidate.id === id)
  const known = row ?? seen.find((candidate) => candidate.id === id)
  return {
    state: moving?.state ?? (open ? 'ready' : query.isError ? 'failed' : 'loading'),
    row: known,
    name: (known && queue.nameOf(known)) ?? '',
    left: query.data && (query.data.totalRecords ?? open?.length),
    outcome: moving?.outcome ?? at.state.queueOutcome,
    previous: open && step(previousRow(seen, open, id), ''),
    next: open && step(nextRow(seen, open, id), 'Skipped'),
    advance: (outcome) => void advance(outcome),
    retry: () => void (moving ? advance(moving.outcome) : query.refetch()),
    leave() {
      if (list.panel) at.close(list.panel.key, 'queue')
      else if (at.state.openedHere) router.history.back()
      else router.history.push(queue.address ?? at.pathname)
    },
  }
}

function useMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
