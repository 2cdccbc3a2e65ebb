/** Selectable lengths of a history in days. */
export const daySpans = [7, 30, 90] as const

export type DaySpan = (typeof daySpans)[number]

/** Two figures per day, oldest first. */
export interface DayFigures<Row> {
  rows: readonly Row[]
  bars: Measure<Row>
  line: Measure<Row>
}

/** One of the figures of each day. */
export interface Measure<Row> {
  label: string
  of: (row: Row) => number
  /** Formats the figure in full, with its unit. */
  format: (amount: number) => string
  /** Formats the figure for an axis. */
  short: (amount: number) => string
  /** Unit of the figure. Two figures with the same unit share an axis. */
  unit: string
}

export interface DayRow {
  /** `yyyy-MM-dd` */
  day: string
}
