import { IconAlertTriangle } from '@tabler/icons-react'
import { explanationOf } from '../api/api-error.ts'
import { useStale } from '../api/use-api-query.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { StateView } from '../ui/state-view.tsx'
import type { List } from './define-list.ts'
import type { ListReply, ListRow } from './list-call.ts'
import classes from './list.module.css'
import { ListTable } from './list-table.tsx'
import { Pagination } from './pagination.tsx'
import type { Fit } from './use-visible-columns.ts'
import type { Density } from './use-list-view.ts'
import { useListContext } from './list-context.ts'

const EmptyList = lazyComponent(() => import('./empty-list.tsx'), 'EmptyList', {
  waiting: <div className={classes.space} />,
})

/** Shows since when the rows are outdated. */
export const StaleNotice = lazyComponent(() => import('../ui/stale-notice.tsx'), 'StaleNotice', { quiet: true })

interface ListBodyProps<Reply, Row> {
  list: List<Reply, Row>
  fit: Fit<Row>
  density: Density
}

/** Renders a list's skeleton, rows, error or empty state. */
export function ListBody<Reply extends ListReply, Row extends ListRow>(props: ListBodyProps<Reply, Row>) {
  const { list } = props
  const { control, query, rows, total, isMore, answered, isWaiting } = useListContext(list)
  const stale = useStale(query)
  const again = () => void query.refetch()

  if (query.isError && !rows) {
    return (
      <div className={classes.frame}>
        <StateView
          tone="failure"
          icon={<IconAlertTriangle size={24} stroke={1.5} />}
          text={list.words.failed}
          detail={explanationOf(query.error)}
          action={{ text: list.words.refetch, onClick: again }}
        />
      </div>
    )
  }
  return (
    <div className={classes.frame}>
      {rows?.length === 0 ? (
        <EmptyList
          text={(isMore && list.words.beyond) || list.words.empty}
          control={control}
          hasEmails={list.search?.maskedLabel !== undefined}
          onRefresh={again}
        />
      ) : (
        <Rows {...props} />
      )}
      <Pagination
        page={answered.state.page}
        perPage={answered.state.perPage}
        target={control}
        isWaiting={isWaiting}
        notice={stale && rows && <StaleNotice of={stale} again={again} />}
        rows={rows?.length}
        total={total}
        isMore={isMore}
        address={(page) => control.addressOf({ page })}
        onPage={(page) => control.change({ page })}
        onPerPage={(perPage) => control.change({ perPage })}
      />
    </div>
  )
}

function Rows<Reply extends ListReply, Row extends ListRow>(props: ListBodyProps<Reply, Row>) {
  const { list, fit, density } = props
  const { control, request, rows, isWaiting } = useListContext(list)
  const { open, panel } = list
  const panelOf = (row: Row) => (panel ? control.address.with({ [panel.key]: row.id }) : undefined)
  return (
    <ListTable<Row>
      label={list.title}
      columns={fit.columns}
      look={fit.look}
      rows={rows}
      expected={control.perPage}
      state={isWaiting ? 'stale' : 'fresh'}
      density={density}
      question={JSON.stringify(request)}
      entry={control.address.entry}
      addressOf={(open || panel) && ((row) => open?.(row) ?? panelOf(row))}
      panelOf={panelOf}
      onOpen={control.address.open}
      menu={list.menu}
      menuCall={list.menuCall}
    />
  )
}
