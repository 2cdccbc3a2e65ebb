import type { RefObject } from 'react'
import tableClasses from '../ui/table.module.css'
import type { Column } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import type { Selection } from './selection.ts'
import type { Density } from './use-list-look.ts'
import { type RowFocus, useRowFocus } from './use-row-focus.ts'

export interface RowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How many cells a row has. */
  span: number
  /** `stale`: other rows have been asked for and are not here yet. */
  state: 'stale' | 'fresh'
  density: Density
  /** What scrolls. */
  region: RefObject<HTMLElement | null>
  /** Names the history entry, which remembers the row that was opened from it. */
  entry: string
  /** Where a row leads; missing where rows lead nowhere. */
  addressOf?: (row: Row) => string | undefined
  /** The address that opens the list's panel for a row. */
  panelOf: (row: Row) => string | undefined
  onOpen: (address: string) => void
  /** Opens the menu of a row at its button; missing where rows have none. */
  onMenu?: (row: Row, at: HTMLElement) => void
  /** Missing where rows cannot be chosen. */
  selection?: Selection
}

/** All rows at once: for lists that are short enough. */
export function ListRows<Row extends ListRow>(props: RowsProps<Row>) {
  const focus = useRowFocus(props)
  return (
    <tbody {...focus.body} className={bodyClass(props.state)}>
      {props.rows.map((row, index) => (
        <ListTableRow key={row.id} {...props} row={row} index={index} active={focus.active} />
      ))}
    </tbody>
  )
}

interface ListTableRowProps<Row>
  extends Pick<RowsProps<Row>, 'columns' | 'addressOf' | 'panelOf' | 'onMenu' | 'selection'> {
  row: Row
  index: number
  active: RowFocus['active']
  /** Its number in the table, told where not all rows are in the page. */
  rowIndex?: number
}

/** One row; its first cell is the link that the whole row follows. */
export function ListTableRow<Row extends ListRow>(props: ListTableRowProps<Row>) {
  const { row, index, active, columns, addressOf, panelOf, onMenu, selection, rowIndex } = props
  const address = addressOf?.(row)
  const name = rowName(columns, row)
  // Tab reaches one row; the arrows lead to the others.
  const tabIndex = index === active ? 0 : -1
  const isChosen = selection?.isChosen(row.id)
  return (
    <tr data-index={index} aria-rowindex={rowIndex} aria-selected={isChosen} className={address && tableClasses.opens}>
      {selection && (
        <td className={tableClasses.choice}>
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            tabIndex={tabIndex}
            checked={isChosen}
            onChange={(event) =>
              selection.toggle(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.title}
          className={cellClass(column)}
          title={column.cell ? undefined : String(column.text?.(row) ?? '')}
        >
          {column.link ? (
            // Where the row leads itself, its own link is the one that the keyboard reaches.
            <a
              href={column.link.to?.(row) ?? panelOf(row)}
              className={tableClasses.second}
              tabIndex={column.link.to ? -1 : tabIndex}
            >
              {column.link.label}
            </a>
          ) : address && place === 0 ? (
            <a href={address} className={tableClasses.link} aria-label={name} tabIndex={tabIndex} draggable={false}>
              <Content column={column} row={row} />
            </a>
          ) : (
            <Content column={column} row={row} />
          )}
        </td>
      ))}
      {onMenu && (
        <td className={tableClasses.menu}>
          <button
            type="button"
            aria-haspopup="menu"
            aria-label={`Actions for ${name}`}
            tabIndex={tabIndex}
            onClick={(event) => onMenu(row, event.currentTarget)}
          >
            ⋯
          </button>
        </td>
      )}
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

/** Which side a column stands on, and how it meets the eye. */
export function cellClass<Row>({ align, tone }: Column<Row>): string | undefined {
  return [align && tableClasses[align], tone && tableClasses[tone]].filter(Boolean).join(' ') || undefined
}

/** Rows that are about to be replaced are dimmed. */
export function bodyClass(state: 'stale' | 'fresh'): string | undefined {
  return state === 'stale' ? tableClasses.stale : undefined
}
