import { useTimeout } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Fixed, ListReply, ListRow, List as ListOf } from './define-list.ts'
import { exportFor, filterFor } from './dialog-registry.ts'
import { DownloadProgress } from './download-progress.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListBody } from './list-body.tsx'
import classes from './list.module.css'
import { ColumnChooser, DensityToggle } from './look-controls.tsx'
import { saveRows } from './save-rows.ts'
import { SearchBox } from './search-box.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { ExportButton, FilterButton, Toolbar } from './toolbar.tsx'
import { useDownloadAll } from './use-download-all.ts'
import { useColumns, useDensity } from './use-list-look.ts'
import { useListQuery } from './use-list-query.ts'

const loadFilterDialog = () => import('./filter-dialog.tsx')
const FilterDialog = lazy(() => loadFilterDialog().then((file) => ({ default: file.FilterDialog })))
const loadExportDialog = () => import('./export-dialog.tsx')
const ExportDialog = lazy(() => loadExportDialog().then((file) => ({ default: file.ExportDialog })))

/** How long Reset waits after its dialog closed. */
const resetDelayMs = 300

interface ListProps<Reply, Row> {
  of: ListOf<Reply, Row>
  /** What joins every request, such as the merchant whose page the list stands on. */
  with?: Fixed<string>
  /** The tab that it stands in, which every address that it writes names. */
  tab?: string
  /** Buttons of its own, before those that every list has. */
  actions?: ReactNode
}

/** A declared list with all that lists can do. */
export function List<Reply extends ListReply, Row extends ListRow>(props: ListProps<Reply, Row>) {
  const { of: list, with: fixed, tab, actions } = props
  const { control, query } = useListQuery(list, fixed, tab)
  const { columns, toggle } = useColumns(list)
  const [density, setDensity] = useDensity()
  const [dialog, setDialog] = useState<'none' | 'filter' | 'export'>('none')
  const { download, start, cancel } = useDownloadAll(list, control, fixed)
  const { start: resetSoon } = useTimeout(control.reset, resetDelayMs)

  const rows = query.data ? list.rows(query.data) : []

  const search = list.search && (
    <SearchBox label={list.search.label} value={control.search} onSearch={(text) => control.change({ search: text })} />
  )
  return (
    <div className={classes.list}>
      {list.cards && (
        <SummaryCards cards={list.cards} reply={query.data} state={query.isError ? 'failed' : 'loading'} />
      )}
      <Toolbar search={search}>
        {actions}
        <FilterButton onClick={() => setDialog('filter')} load={loadFilterDialog} />
        <ExportButton onClick={() => setDialog('export')} load={loadExportDialog} onDownloadAll={start} />
        <ColumnChooser all={list.columns} visible={columns} onToggle={toggle} />
        <DensityToggle density={density} onChange={setDensity} />
      </Toolbar>
      <FilterChips
        filters={list.filters}
        values={control.filters}
        onChange={(filters) => control.change({ filters })}
      />
      <DownloadProgress download={download} onCancel={cancel} />
      <ListBody list={list} control={control} query={query} columns={columns} density={density} />
      <Suspense>
        {dialog === 'filter' && (
          <FilterDialog
            title={list.words.filterTitle}
            filters={filterFor(list.name)}
            values={control.filters}
            onApply={(filters) => control.change({ filters })}
            onReset={() => resetSoon()}
            onClose={() => setDialog('none')}
          />
        )}
        {dialog === 'export' && (
          <ExportDialog
            fields={exportFor(list.name)}
            rows={rows}
            onExport={(matches) => void saveRows(list, rows.filter(matches))}
            onClose={() => setDialog('none')}
          />
        )}
      </Suspense>
    </div>
  )
}
