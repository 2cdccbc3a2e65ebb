import { Button } from '@mantine/core'
import { IconAlertTriangle, IconListSearch } from '@tabler/icons-react'
import { StateView } from '../ui/state-view.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import type { List } from './define-list.ts'
import type { ListReply, ListRow } from './list-call.ts'
import classes from './list.module.css'
import { ListTable } from './list-table.tsx'
import { Pagination } from './pagination.tsx'
import { chosenOf, useSelection } from './selection.ts'
import type { Fit } from './use-fit.ts'
import type { Density } from './use-list-look.ts'
import { useListShown } from './list-shown.ts'

interface ListBodyProps<Reply, Row> {
  list: List<Reply, Row>
  fit: Fit<Row>
  density: Density
}

/** The one place that chooses between skeleton, rows, failure and emptiness. */
export function ListBody<Reply extends ListReply, Row extends ListRow>(props: ListBodyProps<Reply, Row>) {
  const { list } = props
  const { control, query, rows, total, isMore } = useListShown(list)
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
      {rows?.length === 0 ? <Nothing list={list} /> : <Rows {...props} />}
      <Pagination
        page={control.page}
        perPage={control.perPage}
        rows={rows?.length}
        total={total}
        isMore={isMore}
        address={control.pageAddress}
        onPage={(page) => control.change({ page })}
        onPerPage={(perPage) => control.change({ perPage })}
      />
    </div>
  )
}

function Rows<Reply extends ListReply, Row extends ListRow>(props: ListBodyProps<Reply, Row>) {
  const { list, fit, density } = props
  const { control, query, request, rows, total } = useListShown(list)
  const question = JSON.stringify(request)
  const selection = useSelection(rows ?? noRows, question)
  const { open, panel } = list
  const panelOf = (row: Row) => (panel ? control.address.with({ [panel.key]: row.id }) : undefined)
  return (
    <>
      {list.Actions && selection.state !== 'none' && rows && (
        <ChosenBar
          Actions={list.Actions}
          chosen={chosenOf(selection, rows, request, total ?? rows.length)}
          total={total ?? rows.length}
          selection={selection}
        />
      )}
      <ListTable<Row>
        label={list.title}
        columns={fit.columns}
        look={fit.look}
        rows={rows}
        expected={control.perPage}
        state={query.isPlaceholderData ? 'stale' : 'fresh'}
        density={density}
        question={question}
        entry={control.address.entry}
        addressOf={(open || panel) && ((row) => open?.(row) ?? panelOf(row))}
        panelOf={panelOf}
        onOpen={control.address.open}
        menu={list.menu}
        selection={list.Actions && selection}
      />
    </>
  )
}

const noRows: readonly never[] = []

/** Says that nothing was found, and offers what may help. */
function Nothing<Reply extends ListReply, Row>({ list }: { list: List<Reply, Row> }) {
  const { control, query, isMore } = useListShown(list)
  const isNarrowed = control.search !== '' || Object.keys(control.filters).length > 0
  const help =
    control.page > 1
      ? { text: 'Go to page 1', onClick: () => control.change({ page: 1 }) }
      : isNarrowed
        ? { text: 'Clear search and filters', onClick: () => control.change({ search: '', filters: {} }) }
        : { text: 'Refresh', onClick: () => void query.refetch() }
  const text = (isMore && list.words.beyond) || list.words.empty
  return <StateView icon={<IconListSearch size={24} stroke={1.5} />} text={text} action={help} />
}
