import { Button } from '@mantine/core'
import { IconAlertTriangle, IconListSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiFailure } from '../api/failure.ts'
import { StateView } from '../ui/state-view.tsx'
import type { Column, List, ListReply, ListRow } from './define-list.ts'
import classes from './list.module.css'
import { ListTable } from './list-table.tsx'
import { Pagination } from './pagination.tsx'
import type { Density } from './use-list-look.ts'
import { totalOf } from './use-list-query.ts'
import type { ListControl } from './use-list-state.ts'

interface ListBodyProps<Reply, Row> {
  list: List<Reply, Row>
  control: ListControl
  query: UseQueryResult<Reply, ApiFailure>
  columns: readonly Column<Row>[]
  density: Density
}

/** The one place that chooses between skeleton, rows, failure and emptiness. */
export function ListBody<Reply extends ListReply, Row extends ListRow>(props: ListBodyProps<Reply, Row>) {
  const { list, control, query } = props
  const reply = query.data
  const rows = reply && list.rows(reply)
  const failed = query.isError && { text: list.words.failed, again: () => void query.refetch() }

  if (failed && !rows) {
    return (
      <div className={classes.frame}>
        <StateView
          tone="failure"
          icon={<IconAlertTriangle size={24} stroke={1.5} />}
          text={failed.text}
          action={{ text: list.words.refetch, onClick: failed.again }}
        />
      </div>
    )
  }
  return (
    <div className={classes.frame}>
      {failed && (
        <div className={classes.notice} role="alert">
          {failed.text}
          <Button size="compact-xs" variant="default" onClick={failed.again}>
            {list.words.refetch}
          </Button>
        </div>
      )}
      {rows?.length === 0 ? <Nothing {...props} /> : <Rows {...props} rows={rows} />}
      <Pagination
        page={control.page}
        perPage={control.perPage}
        rows={rows?.length}
        total={reply && rows && totalOf(reply, rows.length, control)}
        address={control.pageAddress}
        onPage={(page) => control.change({ page })}
        onPerPage={(perPage) => control.change({ perPage })}
      />
    </div>
  )
}

function Rows<Reply, Row extends ListRow>(props: ListBodyProps<Reply, Row> & { rows: readonly Row[] | undefined }) {
  const { list, control, query, rows } = props
  const { open } = list

  const addressOf = (row: Row) => {
    const target = open?.(row) ?? {}
    return typeof target === 'string' ? target : control.addressWith(target)
  }
  return (
    <ListTable
      label={list.title}
      columns={props.columns}
      rows={rows}
      state={query.isPlaceholderData ? 'stale' : 'fresh'}
      density={props.density}
      question={control.question}
      entry={control.entry}
      addressOf={open && addressOf}
      onOpen={control.visit}
    />
  )
}

/** Says that nothing was found, and offers what may help. */
function Nothing<Reply extends ListReply, Row>({ list, control, query }: ListBodyProps<Reply, Row>) {
  const isNarrowed = control.search !== '' || Object.keys(control.filters).length > 0
  const help =
    control.page > 1
      ? { text: 'Go to page 1', onClick: () => control.change({ page: 1 }) }
      : isNarrowed
        ? { text: 'Clear search and filters', onClick: () => control.change({ search: '', filters: {} }) }
        : { text: 'Refresh', onClick: () => void query.refetch() }
  return <StateView icon={<IconListSearch size={24} stroke={1.5} />} text={list.words.empty} action={help} />
}
