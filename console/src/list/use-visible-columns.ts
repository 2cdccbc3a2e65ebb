import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { Column } from './define-list.ts'

/** `tight`: less padding between columns. `cards`: each row is a card with stacked cells. */
type Look = 'roomy' | 'tight' | 'cards'

/** Columns and layout that fit the available width. */
export interface Fit<Row> {
  look: Look
  columns: readonly Column<Row>[]
}

/** Widths in pixels of the checkbox and menu columns. */
export const menuWidth = 56
const usualWidth = 150
/** Difference in column width of the tight layout, the same as in the tables' style sheet. */
const tightBy = 12
/** Minimum width of a table; narrower lists, as on phones, show cards. */
const leastTable = 480
/** Width of the list's border and scrollbar. */
const frameWidth = 17

/** Returns the width of a column in pixels. */
export function widthOf<Row>(column: Column<Row>, look: Look): number {
  return (column.width ?? usualWidth) - (look === 'tight' ? tightBy : 0)
}

/** Maximum width of a digit, including its share of separators, and the padding of an amount's cell. */
const signWidth = 9.5
const amountPadding = 28

/** Returns a column width that fits the longest amount of these rows, so that none is truncated. */
function widthFor<Row>({ isAmount, text, width = usualWidth }: Column<Row>, rows: readonly Row[] | undefined): number {
  return Math.max(
    width,
    ...((isAmount && rows?.map((row) => `${text?.(row)}`.length * signWidth + amountPadding)) || []),
  )
}

/**
 * Hides columns that do not fit, the last one first and those in `preferred` last. Never hides the first two, the first amount,
 * columns without text, and those marked `stays`.
 */
export function fit<Row>(columns: readonly Column<Row>[], preferred: readonly string[], room: number): Fit<Row> {
  if (room < leastTable) return { look: 'cards', columns }
  const totalWidth = (look: Look, subset: readonly Column<Row>[]) =>
    subset.reduce((sum, column) => sum + widthOf(column, look), 0)
  if (totalWidth('roomy', columns) <= room) return { look: 'roomy', columns }

  const amount = columns.find((column) => column.isAmount)
  const isFixed = (column: Column<Row>, index: number) =>
    column.stays ?? (index < 2 || column === amount || column.text === undefined)
  const least = columns.filter(isFixed)
  if (totalWidth('tight', least) > room) return { look: 'cards', columns }
  const others = columns.filter((column) => !least.includes(column))
  const isPreferred = ({ title }: Column<Row>) => preferred.includes(title)
  const optional = [...others.filter(isPreferred), ...others.filter((column) => !isPreferred(column))]
  while (totalWidth('tight', [...least, ...optional]) > room) optional.pop()
  return { look: 'tight', columns: columns.filter((column) => least.includes(column) || optional.includes(column)) }
}

/** Width of the previous list, so that the next one usually renders once. */
let lastRoom: number | undefined

/** Returns the width available for rows in pixels, rounded down to tens; undefined until it is measured, before the first paint. */
function useRoom(element: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState(lastRoom)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => {
      const width = current.clientWidth - frameWidth
      // Hidden elements have no width.
      if (width > 0) lastRoom = Math.floor(width / 10) * 10
      else lastRoom ??= Number.POSITIVE_INFINITY
      setRoom(lastRoom)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return room
}

/**
 * Returns the columns of a list that fit an element. Amount columns are as wide as their longest value. Undefined until the element
 * is measured: rows are rendered and laid out once, with the columns that fit.
 */
export function useVisibleColumns<Row>(
  list: { menu?: unknown },
  columns: readonly Column<Row>[],
  preferred: readonly string[],
  element: RefObject<HTMLElement | null>,
  rows?: readonly Row[],
): Fit<Row> | undefined {
  const room = useRoom(element)
  const reserved = list.menu ? menuWidth : 0
  return useMemo(() => {
    if (room === undefined) return undefined
    const sized = columns.map((column) => ({ ...column, width: widthFor(column, rows) }))
    return fit(sized, preferred, room - reserved)
  }, [columns, rows, preferred, room, reserved])
}
