import { useEffect } from 'react'
import { useRefetchOnChange } from '../api/use-api-query.ts'
import { requestIdle } from '../ui/preload.ts'
import type { List } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import { useListContext } from './list-context.ts'

/** The list's panel, open while the search params contain its key. */
export function OpenedPanel<Reply, Row extends ListRow>({ list }: { list: List<Reply, Row> }) {
  const { control, query, rows, fixed } = useListContext(list)
  const { panel } = list
  const mayOpen = panel !== undefined && rows !== undefined
  useEffect(() => {
    // If preloading fails, opening the panel loads it again.
    if (mayOpen) requestIdle(() => void panel?.load().catch(() => undefined))
  }, [mayOpen, panel])
  const id = panel && control.address.search[panel.key]
  const row = rows?.find((candidate) => candidate.id === id)
  useRefetchOnChange(id ?? '', row && JSON.stringify(row))
  if (!panel || !id) return null
  return (
    <panel.Panel
      key={id}
      id={id}
      row={row}
      loading={query.isPending}
      fixed={fixed}
      list={{
        columns: Object.fromEntries(list.columns.map((column) => [column.title, column])),
        changes: list.changes,
      }}
      onClose={() => control.address.close(panel.key, 'queue')}
    />
  )
}
