import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { Column } from './define-list.ts'

/** `tight`: columns stand closer together. `cards`: each row is a card, its columns one below the other. */
type Look = 'roomy' | 'tight' | 'cards'

/** What of a list stands in the room that there is. */
export interface Fit<Row> {
  look: Look
  columns: readonly Column<Row>[]
}

/** Pixels that are not the columns': of the box with the actions, of the menu. */
export const choiceWidth = 44
export const menuWidth = 56
const usualWidth = 150
/** By how much a column is narrower where columns stand closer; the style sheet of tables knows the same. */
const tightBy = 12
/** Narrower than this, as on a phone, a table cannot be read. */
const leastTable = 480
/** The list's own border, and the bar that may scroll its rows. */
const besideRows = 17

/** The width of a column in pixels. */
export function widthOf<Row>(column: Column<Row>, look: Look): number {
  return (column.width ?? usualWidth) - (look === 'tight' ? tightBy : 0)
}

/** How wide a sign of an amount is at most, with what groups the digits, and what stands beside it in its cell. */
const signWidth = 9.5
const besideAmount = 28

/** The width of a column, where the longest amount of these rows has room: none is cut short. */
function widthFor<Row>({ isAmount, text, width = usualWidth }: Column<Row>, rows: readonly Row[] | undefined): number {
  return Math.max(
    width,
    ...((isAmount && rows?.map((row) => `${text?.(row)}`.length * signWidth + besideAmount)) || []),
  )
}

/**
 * Columns that have no room go, the last one first, and those that somebody chose (`wanted`) after all others. What stays in
 * any case: the two that name the row, its first amount, its statuses, what is there to click, and what says so itself.
 */
export function fit<Row>(columns: readonly Column<Row>[], wanted: readonly string[], room: number): Fit<Row> {
  if (room < leastTable) return { look: 'cards', columns }
  const taken = (look: Look, which: readonly Column<Row>[]) =>
    which.reduce((sum, column) => sum + widthOf(column, look), 0)
  if (taken('roomy', columns) <= room) return { look: 'roomy', columns }

  const amount = columns.find((column) => column.isAmount)
  const stays = (column: Column<Row>, place: number) =>
    column.stays ?? (place < 2 || column === amount || column.text === undefined)
  const least = columns.filter(stays)
  if (taken('tight', least) > room) return { look: 'cards', columns }
  const others = columns.filter((column) => !least.includes(column))
  const isWanted = ({ title }: Column<Row>) => wanted.includes(title)
  const going = [...others.filter(isWanted), ...others.filter((column) => !isWanted(column))]
  while (taken('tight', [...least, ...going]) > room) going.pop()
  return { look: 'tight', columns: columns.filter((column) => least.includes(column) || going.includes(column)) }
}

/** What the last list had: the next one most likely has the same, and is drawn once. */
let lastRoom = Number.POSITIVE_INFINITY

/** How many pixels wide the rows in an element may be, to the next ten below. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(lastRoom)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const look = () => {
      const width = current.clientWidth - besideRows
      // What is not on the screen has no width.
      if (width > 0) setRoom((lastRoom = Math.floor(width / 10) * 10))
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return room
}

/** What of a list's columns stands in an element; amounts have the room that those of the rows need. */
export function useVisibleColumns<Row>(
  list: { Actions?: unknown; menu?: unknown },
  columns: readonly Column<Row>[],
  wanted: readonly string[],
  element: RefObject<HTMLElement | null>,
  rows?: readonly Row[],
): Fit<Row> {
  const room = useRoom(element) - (list.Actions ? choiceWidth : 0) - (list.menu ? menuWidth : 0)
  return useMemo(() => {
    const sized = columns.map((column) => ({ ...column, width: widthFor(column, rows) }))
    return fit(sized, wanted, room)
  }, [columns, rows, wanted, room])
}
