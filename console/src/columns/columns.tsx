import type { Column } from '../list/define-list.ts'
import { formatNaira } from '../money/naira.tsx'
import { StatusTag } from '../status/status-tag.tsx'
import { type StatusMap, statusDisplay } from '../status/statuses.ts'
import { DateTime, PanelMoment, formatDay, listDateTime, panelDate } from '../ui/dates.tsx'
import { Code } from '../ui/code.tsx'
import { emptyValue, orEmpty } from '../ui/format-text.ts'
import classes from './columns.module.css'

type Text = string | null | undefined
type Of<Row, Value> = (row: Row) => Value

/** Column of the creation time in Lagos: `20-11-2026 14:32`. */
export function created<Row extends { createdAt?: Text }>(): Column<Row, 'Date created'>
export function created<Row extends { createdAt?: Text }, Title extends string>(title: Title): Column<Row, Title>
export function created<Row extends { createdAt?: Text }>(title = 'Date created'): Column<Row> {
  return moment(title, (row) => row.createdAt)
}

/** Column of a time: `20-11-2026 14:32`, and in a panel `20 November 2026` followed by the time. */
export function moment<Row, Title extends string = string>(title: Title, getValue: Of<Row, Text>): Column<Row, Title> {
  return {
    title,
    cell: (row) => <DateTime at={getValue(row)} />,
    inPanel: (row) => <PanelMoment at={getValue(row)} />,
    text: (row) => listDateTime(getValue(row)),
    width: 160,
  }
}

/** Column of a date: `20-11-2026`, and in a panel `20 November 2026`. */
export function day<Row, Title extends string = string>(title: Title, getValue: Of<Row, Text>): Column<Row, Title> {
  return { title, text: (row) => formatDay(getValue(row)), inPanel: (row) => panelDate(getValue(row)), width: 118 }
}

/** Column of an amount in naira. Exports contain a plain number with two decimals. */
export function naira<Row, Title extends string = string>(
  title: Title,
  getValue: Of<Row, number | null | undefined>,
  width = 140,
): Column<Row, Title> {
  return {
    title,
    cell: (row) => formatNaira(getValue(row)),
    text: (row) => getValue(row)?.toFixed(2) ?? emptyValue,
    align: 'right',
    width,
    isAmount: true,
  }
}

/** Column of a count. */
export function count<Row, Title extends string = string>(
  title: Title,
  getValue: Of<Row, number | undefined>,
  width = 130,
): Column<Row, Title> {
  return { title, text: (row) => getValue(row) ?? emptyValue, align: 'right', width }
}

interface StatusColumn<Row> {
  title?: string | undefined
  of: Of<Row, Text>
  width?: number
}

/** Column of a status in its screen's labels and colours. A missing status is empty unless the map labels it. */
export function status<Row extends { status?: Text }>(map: StatusMap, width?: number): Column<Row, 'Status'>
export function status<Row>(map: StatusMap, column: StatusColumn<Row> & { title?: undefined }): Column<Row, 'Status'>
export function status<Row, Title extends string>(
  map: StatusMap,
  column: StatusColumn<Row> & { title: Title },
): Column<Row, Title>
export function status<Row extends { status?: Text }>(
  map: StatusMap,
  column: StatusColumn<Row> | number = 130,
): Column<Row> {
  const {
    title = 'Status',
    of: getValue,
    width = 130,
  } = typeof column === 'number' ? { of: (row: Row) => row.status, width: column } : column
  const hasStatus = (row: Row) => Boolean(getValue(row)) || map.other.label !== undefined
  return {
    title,
    cell: (row) => (hasStatus(row) ? <StatusTag of={getValue(row)} map={map} /> : emptyValue),
    text: (row) => (hasStatus(row) ? statusDisplay(getValue(row), map).label : emptyValue),
    width,
    stays: true,
  }
}

/** Column of a number or reference in the font for codes. */
export function code<Row, Title extends string = string>(
  title: Title,
  getValue: Of<Row, Text>,
  width = 130,
): Column<Row, Title> {
  return { title, cell: (row) => <Code value={getValue(row)} />, text: (row) => orEmpty(getValue(row)), width }
}

/** Column of text. */
export function text<Row, Title extends string = string>(
  title: Title,
  getValue: Of<Row, Text>,
  width = 150,
): Column<Row, Title> {
  return { title, text: (row) => orEmpty(getValue(row)), width }
}

/** Column of a business or person: the initial in a small square, then the name. */
export function person<Row, Title extends string = string>(title: Title, getValue: Of<Row, Text>): Column<Row, Title> {
  const nameOf = (row: Row) => orEmpty(getValue(row))
  return { title, cell: (row) => <Named name={nameOf(row)} />, text: nameOf, width: 240 }
}

/** Column with a second link of the row. Without `to`, it opens the list's panel. */
export function link<Row, Title extends string = string>(
  title: Title,
  label: string,
  to?: Of<Row, string>,
): Column<Row, Title> {
  return { title, link: { label, to }, width: 100 }
}

function Named({ name }: { name: string }) {
  return (
    <span className={classes.name} title={name}>
      <span className={classes.initial} aria-hidden>
        {Array.from(name.trim())[0]?.toUpperCase() ?? emptyValue}
      </span>
      {name}
    </span>
  )
}
