import { Alert } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { created, moment, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import type { Column } from '../../list/define-list.ts'
import { filterFor, registerDialogs } from '../../list/dialog-registry.ts'
import { type FilterValues, readFilters } from '../../list/filter.ts'
import { FilterChips } from '../../list/filter-chips.tsx'
import { dayRange } from '../../list/filter-fields.tsx'
import listClasses from '../../list/list.module.css'
import type { PageSize } from '../../list/list-state.ts'
import { ListTable } from '../../list/list-table.tsx'
import { FilterButton, Toolbar } from '../../list/toolbar.tsx'
import { Pagination } from '../../list/pagination.tsx'
import { useVisibleColumns } from '../../list/use-visible-columns.ts'
import { activeStatus } from '../../status/statuses.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { StateView } from '../../ui/state-view.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { type SampleSubscription, sampleSubscriptions } from './sample-rows.ts'

const FilterDialog = lazyComponent(() => import('../../list/filter-dialog.tsx'), 'FilterDialog', { over: true })

registerDialogs('subscriptions', {
  filters: [statusFilter(activeStatus, ['ACTIVE', 'INACTIVE']), dayRange()],
})

const collections: Column<SampleSubscription>[] = [
  created('Date'),
  text('Subscriber', (row) => row.subscriber, 220),
  text('Plan', (row) => row.plan),
  naira('Amount', (row) => row.amount),
  status(activeStatus),
]

const subscribers: Column<SampleSubscription>[] = [
  text('Name', (row) => row.subscriber, 220),
  { ...text('Email address', (row) => row.email, 260), tone: 'dim' },
  text('Plan', (row) => row.plan),
  moment('Start', (row) => row.createdAt),
  moment('Next billing', (row) => row.nextBilling),
  status(activeStatus),
]

const noOptionalColumns: string[] = []

export const SampleCollections = () => <SampleList title="Collections" columns={collections} />

export const SampleSubscribers = () => <SampleList title="Subscribers" columns={subscribers} />

/** Shows a list with sample rows; sends no requests. */
function SampleList({ title, columns: allColumns }: { title: string; columns: readonly Column<SampleSubscription>[] }) {
  const address = useSearchParams()
  const container = useRef<HTMLDivElement>(null)
  const fit = useVisibleColumns({}, allColumns, noOptionalColumns, container)
  const [chosen, setChosen] = useState<FilterValues>({})
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<PageSize>(50)
  const [isOpen, setIsOpen] = useState(false)
  const filters = filterFor('subscriptions')
  const applyFilters = (values: FilterValues) => {
    setChosen(readFilters(filters, values))
    setPage(1)
  }
  const found = sampleSubscriptions.filter((row) => filters.every((filter) => filter.matches(row, chosen)))
  const rows = found.slice((page - 1) * perPage, page * perPage)
  return (
    <div ref={container} className={listClasses.list}>
      <Alert title="Sample data">These rows are examples. Nobody has subscribed, and no money has moved.</Alert>
      <Toolbar>
        <FilterButton onClick={() => setIsOpen(true)} load={FilterDialog.load} />
      </Toolbar>
      <FilterChips filters={filters} values={chosen} onChange={applyFilters} />
      <div className={listClasses.frame}>
        {rows.length === 0 ? (
          <StateView
            icon={<IconListSearch size={24} stroke={1.5} />}
            text="No List Record Found"
            action={{ text: 'Clear search and filters', onClick: () => applyFilters({}) }}
          />
        ) : (
          fit && (
            <ListTable<SampleSubscription>
              label={title}
              {...fit}
              rows={rows}
              expected={perPage}
              state="fresh"
              density="comfortable"
              question={JSON.stringify([chosen, page])}
              entry={address.entry}
              panelOf={() => undefined}
              onOpen={() => {}}
            />
          )
        )}
        <Pagination
          page={page}
          perPage={perPage}
          rows={rows.length}
          total={found.length}
          address={() => address.pathname + address.query}
          onPage={setPage}
          onPerPage={(size) => {
            setPerPage(size)
            setPage(1)
          }}
        />
      </div>
      {isOpen && (
        <FilterDialog
          title="Filter by"
          filters={filters}
          values={chosen}
          onApply={applyFilters}
          onReset={() => applyFilters({})}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
