import type { RefObject } from 'react'
import tableClasses from '../ui/table.module.css'
import type { Column, ListRow } from './define-list.ts'
import type { Density } from './use-list-look.ts'
import { type RowFocus, useRowFocus } from './use-row-focus.ts'

export interface RowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** `stale`: other rows have been asked for and are not here yet. */
  state: 'stale' | 'fresh'
  density: Density
  /** What scrolls. */
  region: RefObject<HTMLElement | null>
  /** Names the history entry, which remembers the row that was opened from it. */
  entry: string
  /** Where a row leads; missing where rows lead nowhere. */
  addressOf?: (row: Row) => string
  onOpen: (address: string) => void
}

/** All rows at once: for lists that are short enough. */
export function ListRows<Row extends ListRow>(props: RowsProps<Row>) {
  const focus = useRowFocus(props)
  return (
    <tbody {...focus.body} className={bodyClass(props.state)}>
      {props.rows.map((row, index) => (
        // By place, so that the next page's rows are written into the present ones.
        <ListTableRow key={index} {...props} row={row} index={index} active={focus.active} />
      ))}
    </tbody>
  )
}

interface ListTableRowProps<Row> extends Pick<RowsProps<Row>, 'columns' | 'addressOf'> {
  row: Row
  index: number
  active: RowFocus['active']
  /** Its number in the table, told where not all rows are in the page. */
  rowIndex?: number
}

/** One row; its first cell is the link that the whole row follows. */
export function ListTableRow<Row>({ row, index, active, columns, addressOf, rowIndex }: ListTableRowProps<Row>) {
  const address = addressOf?.(row)
  return (
    <tr data-index={index} aria-rowindex={rowIndex} className={address && tableClasses.opens}>
      {columns.map((column, place) => (
        <td
          key={column.title}
          className={column.align && tableClasses[column.align]}
          title={column.cell ? undefined : String(column.text?.(row) ?? '')}
        >
          {address && place === 0 ? (
            <a
              href={address}
              className={tableClasses.link}
              aria-label={rowName(columns, row)}
              tabIndex={index === active ? 0 : -1}
              draggable={false}
            >
              <Content column={column} row={row} />
            </a>
          ) : (
            <Content column={column} row={row} />
          )}
        </td>
      ))}
    </tr>
  )
}

function Content<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.cell) return column.cell(row)
  const text = column.text?.(row)
  return typeof text === 'number' ? text.toLocaleString('en-NG') : text
}

/** A date alone would not tell one link from the next. */
function rowName<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .slice(0, 2)
    .map((column) => column.text?.(row))
    .join(', ')
}

/** Rows that are about to be replaced are dimmed. */
export function bodyClass(state: 'stale' | 'fresh'): string | undefined {
  return state === 'stale' ? tableClasses.stale : undefined
}
