import { useDidUpdate } from '@mantine/hooks'
import { useRef } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { usePrinting } from '../ui/use-printing.ts'
import { InRow } from '../ui/in-row.ts'
import tableClasses from '../ui/table.module.css'
import type { Column } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import { cellClass, ListRows, type RowsProps } from './list-rows.tsx'
import { LongRows, useLongRows } from './lazy-virtual-rows.ts'
import { menuWidth, widthOf } from './use-visible-columns.ts'
import { type RowMenuOf, useRowMenu } from './use-row-menu.tsx'

/** Number of rows above which rows are virtualised. */
const plainRows = 100
const skeletonRows = 8

interface ListTableProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'region' | 'span' | 'onMenu'>, RowMenuOf<Row> {
  label: string
  /** Undefined while the first rows load, which shows a skeleton. */
  rows: readonly Row[] | undefined
  /** Maximum number of rows that are loading. */
  expected: number
  /** Changes with the request, upon which the table scrolls to its top. */
  question: string
}

/** Table of a list with a sticky header. */
export function ListTable<Row extends ListRow>(props: ListTableProps<Row>) {
  const { label, columns, look, expected, state, density, question } = props
  const { onMenu, opened } = useRowMenu(props)
  const widths = [...columns.map((column) => widthOf(column, look)), ...(onMenu ? [menuWidth] : [])]
  const region = useRef<HTMLElement>(null)
  useDidUpdate(() => {
    if (region.current) region.current.scrollTop = 0
  }, [question])
  // A printout needs all rows.
  const isPrinting = usePrinting()
  const isVirtual = !isPrinting && (props.rows?.length ?? expected) > plainRows
  const isThere = useLongRows(isVirtual)
  const Rows = isVirtual ? LongRows : ListRows
  const rows = isThere || !isVirtual ? props.rows : undefined

  return (
    <section
      ref={region}
      className={density === 'compact' ? `${tableClasses.region} ${tableClasses.compact}` : tableClasses.region}
      data-look={look}
      aria-label={label}
      tabIndex={0}
    >
      <table
        aria-label={label}
        className={tableClasses.table}
        aria-busy={rows === undefined || state === 'stale'}
        aria-rowcount={isVirtual && rows ? rows.length + 1 : undefined}
      >
        <colgroup>
          {widths.map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={column.align && tableClasses[column.align]}>
                {column.title}
              </th>
            ))}
            {onMenu && <td className={tableClasses.menu} />}
          </tr>
        </thead>
        {rows ? (
          <InRow value>
            <Rows {...props} rows={rows} region={region} span={widths.length} onMenu={onMenu} />
          </InRow>
        ) : (
          <SkeletonRows columns={columns} isCard={look === 'cards'} />
        )}
      </table>
      {opened}
    </section>
  )
}

/** Skeleton with the list's columns. */
function SkeletonRows<Row>({ columns, isCard }: { columns: readonly Column<Row>[]; isCard: boolean }) {
  return (
    <tbody>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.title} className={cellClass(column)} data-title={isCard ? column.title : undefined}>
              <SkeletonBar width="60%" height="10px" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
