import { memo, type RefObject } from 'react'
import tableClasses from '../ui/table.module.css'
import { type Column, shownIn } from './define-list.ts'
import type { ListRow } from './list-call.ts'
import type { Selection } from './selection.ts'
import type { Fit } from './use-visible-columns.ts'
import type { Density } from './use-list-view.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface RowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How many cells a row has. */
  span: number
  /** `stale`: other rows have been asked for and are not here yet. */
  state: 'stale' | 'fresh'
  density: Density
  look: Fit<Row>['look']
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
  const draw = rowDrawer(props)
  return (
    <tbody {...focus.body} className={bodyClass(props.state)}>
      {props.rows.map((row, index) => draw(row, index, focus.active))}
    </tbody>
  )
}

interface ListTableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Whether a cell says its column's title itself. */
  isCard: boolean
  index: number
  /** Its number in the table, told where not all rows are in the page. */
  rowIndex: number | undefined
  tabIndex: number
  /** Where it leads. */
  address: string | undefined
  /** Where its second link leads that names no address of its own. */
  panel: string | undefined
  /** Missing where rows cannot be chosen. */
  isChosen: boolean | undefined
  onToggle: Selection['toggle'] | undefined
  onMenu: RowsProps<Row>['onMenu'] | undefined
}

/** Draws a row of these, given its place and the place that Tab reaches; one that would be the same again is left as it is. */
export function rowDrawer<Row extends ListRow>(list: RowsProps<Row>) {
  const { columns, look, addressOf, panelOf, selection, onMenu } = list
  const asksPanel = columns.some(({ link }) => link && !link.to)
  return (row: Row, index: number, active: number, rowIndex?: number) => (
    <ListTableRow<Row>
      key={row.id}
      {...{ row, columns, index, rowIndex, onMenu }}
      isCard={look === 'cards'}
      // Tab reaches one row; the arrows lead to the others.
      tabIndex={index === active ? 0 : -1}
      address={addressOf?.(row)}
      panel={asksPanel ? panelOf(row) : undefined}
      isChosen={selection?.isChosen(row.id)}
      onToggle={selection?.toggle}
    />
  )
}

/** One row; its first cell is the link that the whole row follows. */
const ListTableRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<Row extends ListRow>(props: ListTableRowProps<Row>) {
  const { row, columns, isCard, index, rowIndex, tabIndex, address, panel, isChosen, onToggle, onMenu } = props
  const name = rowName(columns, row)
  return (
    <tr data-index={index} aria-rowindex={rowIndex} aria-selected={isChosen} className={address && tableClasses.opens}>
      {onToggle && (
        <td className={tableClasses.choice}>
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            tabIndex={tabIndex}
            checked={isChosen}
            onChange={({ nativeEvent }) => onToggle(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {columns.map((column, place) => {
        const shown = shownIn(column, row)
        return (
          // What a cell cuts short is told whole.
          <td
            key={column.title}
            className={cellClass(column)}
            title={typeof shown === 'string' ? shown : undefined}
            data-title={isCard ? column.title : undefined}
          >
            {column.link ? (
              // Where the row leads itself, its own link is the one that the keyboard reaches.
              <a
                href={column.link.to?.(row) ?? panel}
                className={tableClasses.second}
                tabIndex={column.link.to ? -1 : tabIndex}
              >
                {column.link.label}
              </a>
            ) : address && place === 0 ? (
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
