import { memo, type RefObject } from 'react'
import tableClasses from '../ui/table.module.css'
import { type Column, shownIn } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import type { Fit } from './use-visible-columns.ts'
import type { Density } from './use-list-view.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface RowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Number of cells in a row. */
  span: number
  /** `stale`: other rows were requested and have not arrived. */
  state: 'stale' | 'fresh'
  density: Density
  look: Fit<Row>['look']
  /** Scroll container. */
  region: RefObject<HTMLElement | null>
  /** History entry, under which the last opened row is remembered. */
  entry: string
  /** Returns the address of a row; missing if rows open nothing. */
  addressOf?: (row: Row) => string | undefined
  /** Returns the address that opens the list's panel for a row. */
  panelOf: (row: Row) => string | undefined
  onOpen: (address: string) => void
  /** Opens a row's menu at its button; missing if rows have no menu. */
  onMenu?: (row: Row, at: HTMLElement) => void
}

/** Renders all rows, for lists that are short enough. */
export function ListRows<Row extends ListRow>(props: RowsProps<Row>) {
  const focus = useRowFocus(props)
  const renderRow = rowDrawer(props)
  return (
    <tbody {...focus.body} className={bodyClass(props.state)}>
      {props.rows.map((row, index) => renderRow(row, index, focus.active))}
    </tbody>
  )
}

interface ListTableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Whether cells show their column's title. */
  isCard: boolean
  index: number
  /** Index in the whole table, set only if not all rows are rendered. */
  rowIndex: number | undefined
  tabIndex: number
  /** Address of the row. */
  address: string | undefined
  /** Target of the second link if the column has no address of its own. */
  panel: string | undefined
  onMenu: RowsProps<Row>['onMenu'] | undefined
}

/** Returns the renderer of a row by its index and the row reached by Tab. Rows with unchanged props do not render again. */
export function rowDrawer<Row extends ListRow>(list: RowsProps<Row>) {
  const { columns, look, addressOf, panelOf, onMenu } = list
  const needsPanel = columns.some(({ link }) => link && !link.to)
  return (row: Row, index: number, active: number, rowIndex?: number) => (
    <ListTableRow<Row>
      key={row.id}
      {...{ row, columns, index, rowIndex, onMenu }}
      isCard={look === 'cards'}
      // Roving tabindex: Tab reaches one row, arrow keys the others.
      tabIndex={index === active ? 0 : -1}
      address={addressOf?.(row)}
      panel={needsPanel ? panelOf(row) : undefined}
    />
  )
}

/** Memoised row. The link in its first cell is the target of the whole row. */
const ListTableRow = memo(TableRow) as typeof TableRow

function TableRow<Row extends ListRow>(props: ListTableRowProps<Row>) {
  const { row, columns, isCard, index, rowIndex, tabIndex, address, panel, onMenu } = props
  const name = rowName(columns, row)
  return (
    <tr data-index={index} aria-rowindex={rowIndex} className={address && tableClasses.opens}>
      {columns.map((column, columnIndex) => {
        const shown = shownIn(column, row)
        return (
          // The title shows text that the cell truncates.
          <td
            key={column.title}
            className={cellClass(column)}
            title={typeof shown === 'string' ? shown : undefined}
            data-title={isCard ? column.title : undefined}
          >
            {column.link ? (
              // If the row has an address, the keyboard reaches the row's link only.
              <a
                href={column.link.to?.(row) ?? panel}
                className={tableClasses.second}
                tabIndex={column.link.to ? -1 : tabIndex}
              >
                {column.link.label}
              </a>
            ) : address && columnIndex === 0 ? (
              <a href={address} className={tableClasses.link} aria-label={name} tabIndex={tabIndex} draggable={false}>
                {shown}
              </a>
            ) : (
              shown
            )}
          </td>
        )
      })}
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

/** Uses two columns, because a date alone does not identify a link. */
function rowName<Row>(columns: readonly Column<Row>[], row: Row): string {
  return columns
    .slice(0, 2)
    .map((column) => column.text?.(row))
    .join(', ')
}

/** Returns the classes for a column's alignment and tone. */
export function cellClass<Row>({ align, tone }: Column<Row>): string | undefined {
  return [align && tableClasses[align], tone && tableClasses[tone]].filter(Boolean).join(' ') || undefined
}

/** Dims rows that are about to be replaced. */
export function bodyClass(state: 'stale' | 'fresh'): string | undefined {
  return state === 'stale' ? tableClasses.stale : undefined
}
