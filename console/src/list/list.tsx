import { useTimeout } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, createContext, use, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { missingPermission } from '../api/api-error.ts'
import { useSupportedKeys } from '../api/config.ts'
import { useMode } from '../api/session.tsx'
import { useMaySearchEmail } from '../api/use-may.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { List as ListOf } from './define-list.ts'
import type { Fixed, ListReply, ListRow } from './list-call.ts'
import { exportFor } from './dialog-registry.ts'
import { NoAccess } from './lazy-no-access.ts'
import type { FilterValues } from './filter.ts'
import { FilterChips } from './filter-chips.tsx'
import { EnclosingList, type ListWithState } from './enclosing-list.ts'
import { ListBody, StaleNotice } from './list-body.tsx'
import classes from './list.module.css'
import { ColumnChooser, DensityToggle } from './view-controls.tsx'
import { OpenedPanel } from './open-panel.tsx'
import { RowDialogs } from './row-dialogs.tsx'
import { saveRows } from './save-rows.ts'
import { SearchBox } from './search-box.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { ExportButton, FilterButton, Toolbar } from './toolbar.tsx'
import { useVisibleColumns } from './use-visible-columns.ts'
import { useColumns, useLook } from './use-list-view.ts'
import { placeOf, useListQuery } from './use-list-query.ts'
import { useListContext } from './list-context.ts'
import type { ListControl } from './use-list-state.ts'
import { follow } from './pagination.tsx'
import { counted } from '../ui/format-count.ts'
import { useIdle, useIdleLoad } from '../ui/preload.ts'
import { usePrinting } from '../ui/use-printing.ts'

const FilterDialog = lazyComponent(() => import('./filter-dialog.tsx'), 'FilterDialog', { over: true })
const ExportDialog = lazyComponent(() => import('./export-dialog.tsx'), 'ExportDialog', { over: true })
const DownloadDialog = lazyComponent(() => import('./download-dialog.tsx'), 'DownloadDialog', { over: true })
const PrintedListHead = lazyComponent(() => import('./printed-list-head.tsx'), 'PrintedListHead', { quiet: true })
const LateActions = lazyComponent(() => import('./late-actions.tsx'), 'LateActions', { quiet: true })
const LinkedView = lazyComponent(() => import('./views/linked-view.tsx'), 'LinkedView')
/** Exports requested here. If loading fails, the list works without them. */
const Downloads = lazyComponent(() => import('./downloads.tsx'), 'Downloads', { quiet: true })

/** Preloaded, because nothing can be loaded after the network has failed or during print layout. */
const neededAtOnce = [PrintedListHead, StaleNotice]

/** Element in the list's tab that also shows its number of records. */
export const CountSlot = createContext<Element | null>(null)

/** Delay between closing the dialog and the reset. */
const resetDelayMs = 300

interface ListProps<Reply, Row> {
  of: ListOf<Reply, Row>
  /** Parameters of every request, such as the merchant whose page contains the list. */
  with?: Fixed<string>
  /** Tab of the list, written to its search params. */
  tab?: string
  /** Buttons of this list, before those of every list. */
  actions?: ReactNode
}

/** A declared list with all standard functions. */
export function List<Reply extends ListReply, Row extends ListRow>(props: ListProps<Reply, Row>) {
  const { of: list, with: fixed, tab, ...rest } = props
  return (
    <ListProvider of={list} with={fixed} tab={tab}>
      <ListView of={list} {...rest} />
    </ListProvider>
  )
}

type ListProviderProps<Reply, Row> = Pick<ListProps<Reply, Row>, 'of' | 'with' | 'tab'> & { children: ReactNode }

/** Queries a list once for `ListView` and every other consumer of `useListShown`. */
export function ListProvider<Reply extends ListReply, Row extends ListRow>(props: ListProviderProps<Reply, Row>) {
  const shown = useListQuery(props.of, props.with, props.tab)
  const around = { list: props.of, shown } as unknown as ListWithState
  return (
    <props.of.Shown value={shown}>
      <EnclosingList value={around}>{props.children}</EnclosingList>
    </props.of.Shown>
  )
}

type ListViewProps<Reply, Row> = Pick<ListProps<Reply, Row>, 'of' | 'actions'>

/** A list inside its `ListProvider`. */
export function ListView<Reply extends ListReply, Row extends ListRow>(props: ListViewProps<Reply, Row>) {
  const { of: list, actions } = props
  const shown = useListContext(list)
  const { control, query, fixed, total, answered, isWaiting } = shown
  const look = useLook(list, control)
  const [all, columns] = useColumns(list, look)
  const frame = useRef<HTMLDivElement>(null)
  const fit = useVisibleColumns(list, columns, look.wanted, frame, shown.rows)
  const [dialog, setDialog] = useState<'none' | 'filter' | 'export' | 'download'>('none')
  const mode = useMode()
  const isPrinting = usePrinting()
  useIdleLoad(shown.rows !== undefined, neededAtOnce)
  const isIdle = useIdle(shown.rows !== undefined)
  const place = placeOf(list, fixed)
  const { start: resetSoon } = useTimeout(control.reset, resetDelayMs)

  const missing = missingPermission(query.error)
  const isSupported = useSupportedKeys(list.call)
  const filters = list.filters.filter(({ keys }) => keys.every(isSupported))
  const maySearchEmail = useMaySearchEmail()
  const search = list.search && isSupported(list.search.key) && (
    <SearchBox
      label={(!maySearchEmail && list.search.maskedLabel) || list.search.label}
      value={control.search}
      onSearch={(text) => control.change({ search: text })}
    />
  )
  if (missing) return <NoAccess permission={missing} />
  return (
    <div ref={frame} className={classes.list}>
      {isPrinting && <PrintedListHead list={list} shown={shown} />}
      {list.cards && (
        <SummaryCards
          cards={list.cards}
          reply={query.data}
          state={query.isError ? 'failed' : 'loading'}
          link={(chosen) => Object.keys(chosen).every(isSupported) && rowsLink(control, chosen)}
        />
      )}
      <Toolbar search={search}>
        {isIdle && <LateActions />}
        {actions}
        {filters.length > 0 && <FilterButton onClick={() => setDialog('filter')} load={FilterDialog.load} />}
        <ExportButton
          onClick={() => setDialog('export')}
          load={ExportDialog.load}
          place={place}
          onDownloadAll={() => setDialog('download')}
        />
        <ColumnChooser
          all={all}
          visible={fit?.columns ?? columns}
          roomless={fit ? columns.length - fit.columns.length : 0}
          look={look}
        />
        <DensityToggle density={look.density} onChange={look.setDensity} />
      </Toolbar>
      <FilterChips
        filters={filters}
        values={control.filters}
        onChange={(chosen) => control.change({ filters: chosen })}
      />
      {isIdle && <Downloads place={place} />}
      {control.phase === 'opening' && <LinkedView />}
      <RowDialogs rows={shown.rows}>{fit && <ListBody list={list} fit={fit} density={look.density} />}</RowDialogs>
      <OpenedPanel list={list} />
      {total !== undefined && <Count text={counted(total, shown.isMore)} />}
      {dialog === 'filter' && (
        <FilterDialog
          title={list.words.filterTitle}
          filters={filters.filter((filter) => !list.linked.includes(filter))}
          values={control.filters}
          onApply={(chosen) => control.change({ filters: chosen })}
          onReset={() => resetSoon()}
          onClose={() => setDialog('none')}
        />
      )}
      {dialog === 'export' && (
        <ExportDialog
          fields={exportFor(list.name)}
          rows={shown.rows ?? []}
          isWaiting={isWaiting || query.isPending}
          onExport={(matches, chosen) => {
            void saveRows(list, (shown.rows ?? []).filter(matches), { ...answered.state, mode, chosen })
          }}
          onClose={() => setDialog('none')}
        />
      )}
      {dialog === 'download' && (
        <DownloadDialog list={list} shown={shown} place={place} onClose={() => setDialog('none')} />
      )}
    </div>
  )
}

/** Link to the list with further filters. */
function rowsLink(control: ListControl, chosen: FilterValues) {
  const next = { filters: { ...control.filters, ...chosen } }
  return { href: control.addressOf(next), onClick: (event: MouseEvent) => follow(event, () => control.change(next)) }
}

/** Separate component, so that rows do not render again when the slot appears. */
function Count({ text }: { text: string }) {
  const slot = use(CountSlot)
  return slot && createPortal(text, slot)
}
