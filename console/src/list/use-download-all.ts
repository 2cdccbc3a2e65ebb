import type { Request } from '@kobo/contract/kit/call'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { send, type SendOptions } from '../api/send.ts'
import { useMode } from '../api/use-mode.ts'
import { toastFailure, toastNotice, toastSuccess } from '../ui/toast.ts'
import type { List } from './define-list.ts'
import type { Fixed, ListCall, ListReply, ListRow } from './list-call.ts'
import type { ListState } from './list-state.ts'
import { saveRows } from './save-rows.ts'
import type { FilterValues } from './filter.ts'
import { listRequest } from './use-list-query.ts'
import { grouped } from '../ui/grouped.ts'

const rowsAtOnce = 1_000

export type RunningDownload = { state: 'running'; rows: number; total: number | undefined }
type Download = { state: 'idle' } | RunningDownload

/** Saves rows as a file, and fetches every row that matches, page after page, for one. */
export function useDownloadAll<Reply extends ListReply, Row extends ListRow>(
  list: List<Reply, Row>,
  state: ListState,
  fixed?: Fixed<string>,
) {
  const [download, setDownload] = useState<Download>({ state: 'idle' })
  const mode = useMode()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const save = (rows: readonly Row[], chosen: FilterValues = {}) =>
    saveRows(list, rows, { mode, search: state.search, filters: state.filters, chosen })

  async function start() {
    const abort = new AbortController()
    running.current = abort
    setDownload({ state: 'running', rows: 0, total: undefined })
    try {
      const found = await fetchAll(
        list,
        listRequest(list, state, fixed),
        { signal: abort.signal, mode },
        (rows, total) => setDownload({ state: 'running', rows, total }),
      )
      await save(found.rows)
      const count = grouped(found.rows.length)
      if (found.outcome === 'complete') toastSuccess(`${count} rows downloaded`)
      else if (found.outcome === 'first')
        toastNotice(`The first ${count} rows downloaded. Narrow the list to get the others.`)
      else toastNotice(`${count} rows downloaded. The list changed meanwhile, so some may be missing.`)
    } catch (failure) {
      if (abort.signal.aborted) return
      toastFailure(`Download stopped: ${failure instanceof ApiFailure ? failure.message : 'Something went wrong'}`)
    } finally {
      if (running.current === abort) setDownload({ state: 'idle' })
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = null
    setDownload({ state: 'idle' })
  }

  return { download, start: () => void start(), cancel, save }
}

async function fetchAll<Reply extends ListReply, Row extends ListRow>(
  list: List<Reply, Row>,
  asked: Request<ListCall<Reply>>,
  options: SendOptions,
  onProgress: (rows: number, total: number | undefined) => void,
): Promise<{ rows: Row[]; outcome: 'complete' | 'first' | 'changed' }> {
  // By id, because a row that is pushed onto the next page by a newer one arrives twice.
  const found = new Map<string, Row>()
  let received = 0
  let firstTotal: number | undefined
  for (let page = 1; ; page += 1) {
    const { data } = await send(list.call, { ...asked, page, size: rowsAtOnce }, options)
    options.signal?.throwIfAborted()
    const rows = list.rows(data)
    const total = data.totalRecords
    if (page === 1) firstTotal = total
    for (const row of rows) found.set(row.id, row)
    received += rows.length
    onProgress(found.size, total)
    // A server may give fewer rows at once than it was asked for.
    if (rows.length === 0 || received >= (total ?? (page - 1) * rowsAtOnce + rowsAtOnce)) {
      const isSame = total === firstTotal && received === found.size && (total ?? received) === received
      return { rows: [...found.values()], outcome: !isSame ? 'changed' : data.isMore ? 'first' : 'complete' }
    }
  }
}
