import { useDidUpdate } from '@mantine/hooks'
import { useRef } from 'react'
import tableClasses from '../ui/table.module.css'
import type { Column, ListRow } from './define-list.ts'
import { ListRows, type RowsProps } from './list-rows.tsx'
import { VirtualRows } from './virtual-rows.tsx'

/** Beyond this many rows only those in sight are in the page. */
const plainRows = 100
const skeletonRows = 8
const usualWidth = 150

interface ListTableProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'region'> {
  label: string
  /** Missing while the first ones are on their way: a skeleton stands for them. */
  rows: readonly Row[] | undefined
  /** Changes when other rows are asked for; the table then begins at its top. */
  question: string
}

/** The rows of a list under a header that stays in sight. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { label, columns, rows, state, density, question } = props
  const region = useRef<HTMLElement>(null)
  useDidUpdate(() => {
    if (region.current) region.current.scrollTop = 0
  }, [question])
  const Rows = (rows?.length ?? 0) > plainRows ? VirtualRows : ListRows
  const isVirtual = Rows === VirtualRows

  return (
    <section
      ref={region}
      className={density === 'compact' ? `${tableClasses.region} ${tableClasses.compact}` : tableClasses.region}
      aria-label={label}
      tabIndex={0}
    >
      <table
        aria-label={label}
        className={tableClasses.table}
        style={{ minWidth: columns.reduce((sum, column) => sum + (column.width ?? usualWidth), 0) }}
        aria-busy={rows === undefined || state === 'stale'}
        aria-rowcount={isVirtual && rows ? rows.length + 1 : undefined}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.title} style={{ width: column.width ?? usualWidth }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={column.align && tableClasses[column.align]}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {rows ? <Rows {...props} rows={rows} region={region} /> : <SkeletonRows columns={columns} />}
      </table>
    </section>
  )
}

/** Rows in the list's own shape, while the real ones are on their way. */
function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.title} className={column.align && tableClasses[column.align]}>
              <span className={tableClasses.bone} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
